// Plastic for the board, plastic or metal for the discs; flat colours for the high-contrast theme.
import { BackSide, Color, MeshBasicMaterial, MeshPhysicalMaterial, type Material } from "three";
import { BOARD_BLUE, DISC_COLORS, AMBIENCES, type Ambience } from "../palette";
import type { Look, Stage } from "../types";
import { CheapPaint, type CheapOptions } from "./cheap_paint";

export type Paint = MeshPhysicalMaterial | MeshBasicMaterial | CheapPaint;

/** Turned metal: two bright sectors run round the disc, as light does on a lathed face. Between them it is warmer: dark gold, not olive. */
const TURNED = `
float turned = abs(sin(atan(vAt.y, vAt.x) - 0.75));
diffuseColor.rgb *= mix(vec3(0.8, 0.6, 0.5), vec3(1.46), turned * turned * turned);
`;

/** Discs glow one by one: the instance attribute "glow" adds light of the disc's own colour. */
function dressDisc(material: MeshPhysicalMaterial, isMetal: boolean, hasGlow: boolean): MeshPhysicalMaterial {
  material.onBeforeCompile = (shader) => {
    const given = hasGlow ? "vGlow = glow;" : "vGlow = 0.0;";
    const head = `${hasGlow ? "attribute float glow;" : ""} varying float vGlow; varying vec2 vAt;\n`;
    shader.vertexShader = (head + shader.vertexShader).replace(
      "#include <uv_vertex>",
      `${given} vAt = position.xy;\n#include <uv_vertex>`,
    );
    const sectors = isMetal ? "\ntotalEmissiveRadiance += diffuseColor.rgb * 0.22 * pow(turned, 12.0);" : "";
    shader.fragmentShader = `varying float vGlow; varying vec2 vAt;\n${shader.fragmentShader}`
      .replace("#include <color_fragment>", `#include <color_fragment>${isMetal ? TURNED : ""}`)
      .replace("#include <emissivemap_fragment>", `totalEmissiveRadiance += diffuseColor.rgb * vGlow;${sectors}`);
  };
  // Three.js caches programs by the hook's text: what varies must be part of the key.
  material.customProgramCacheKey = () => `disc ${isMetal} ${hasGlow}`;
  return material;
}

export interface Paints {
  readonly board: Paint;
  readonly discs: readonly [Paint, Paint];
  readonly ghosts: readonly [Paint, Paint];
  /** A white line around the board; null where lighting shows the edges. */
  readonly outline: Material | null;
  dispose(): void;
}

/** `top`: the height of the board. */
export function createPaints({ look, quality, lamp }: Stage, top: number): Paints {
  const ambience = AMBIENCES[look.theme];
  const paints = ambience.isFlat ? flatPaints() : quality === "low" ? cheapPaints(look, ambience, { top, lamp: lamp?.uniforms }) : solidPaints(look);
  const all = [paints.board, ...paints.discs, ...paints.ghosts, paints.outline];
  return { ...paints, dispose: () => all.forEach((m) => m?.dispose()) };
}

function cheapPaints(look: Look, ambience: Ambience, given: CheapOptions): Omit<Paints, "dispose"> {
  const isMetal = look.finish === "metal";
  const discs = (opacity: number): [Paint, Paint] => [
    new CheapPaint(DISC_COLORS[0], ambience, { ...given, opacity, isMetal }),
    new CheapPaint(DISC_COLORS[1], ambience, { ...given, opacity, isMetal }),
  ];
  return { board: new CheapPaint(BOARD_BLUE, ambience, given), discs: discs(1), ghosts: discs(0.58), outline: null };
}

/** Paint so much brighter than the named colour that light and tone mapping end at it: measured on rendered faces. */
const LIT: readonly [color: string, gain: number][] = [["#EC4954", 1.04], ["#FFDE00", 0.96]];
const PLASTIC = { roughness: 0.42, clearcoat: 0.35, clearcoatRoughness: 0.3, specularIntensity: 0.6 } as const;
const METAL = { metalness: 0.55, roughness: 0.3, clearcoat: 0.3, clearcoatRoughness: 0.15 } as const;
/** Metal scatters less light towards the viewer. */
const METAL_GAIN = 1.45;

function solidPaints({ finish }: Look): Omit<Paints, "dispose"> {
  const isMetal = finish === "metal";
  const board = new MeshPhysicalMaterial({
    color: BOARD_BLUE,
    vertexColors: true,
    roughness: 0.42,
    clearcoat: 0.5,
    clearcoatRoughness: 0.25,
  });
  const disc = (player: 0 | 1, extra: object): MeshPhysicalMaterial => {
    const material = new MeshPhysicalMaterial({ vertexColors: true, ...(isMetal ? METAL : PLASTIC), ...extra });
    const [color, gain] = LIT[player]!;
    material.color.set(color).multiplyScalar(isMetal ? gain * METAL_GAIN : gain);
    return material;
  };
  const solid = (player: 0 | 1): MeshPhysicalMaterial => dressDisc(disc(player, {}), isMetal, true);
  const pale = { transparent: true, opacity: 0.58, depthWrite: false, emissiveIntensity: 0.1 };
  const ghost = (player: 0 | 1): MeshPhysicalMaterial =>
    dressDisc(disc(player, { ...pale, emissive: DISC_COLORS[player] }), isMetal, false);
  return { board, discs: [solid(0), solid(1)], ghosts: [ghost(0), ghost(1)], outline: null };
}

/** Two tones instead of baked shading: deep parts are dark, the rest has the plain colour. */
function flatten(material: MeshBasicMaterial, edge: number, dark: number): MeshBasicMaterial {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `varying float vRelief;\n${shader.vertexShader}`.replace(
      "#include <color_vertex>",
      "#include <color_vertex>\nvRelief = color.r;",
    );
    shader.fragmentShader = `varying float vRelief;\n${shader.fragmentShader}`.replace(
      "#include <color_fragment>",
      `diffuseColor.rgb *= vColor.rgb / max(vRelief, 0.01);
      if (vRelief < ${edge.toFixed(2)}) diffuseColor.rgb *= ${dark.toFixed(2)};`,
    );
  };
  material.customProgramCacheKey = () => `flat ${edge} ${dark}`;
  return material;
}

function flatPaints(): Omit<Paints, "dispose"> {
  const flat = (color: string, extra: object): MeshBasicMaterial =>
    new MeshBasicMaterial({ color, vertexColors: true, toneMapped: false, ...extra });
  const disc = (color: string, extra: object): MeshBasicMaterial => flatten(flat(color, extra), 0.92, 0.3);
  const ghost = { transparent: true, opacity: 0.62, depthWrite: false };
  const outline = new MeshBasicMaterial({ color: "#ffffff", side: BackSide, toneMapped: false });
  outline.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      "#include <begin_vertex>",
      "vec3 transformed = position + normal * 0.035;",
    );
  };
  return {
    board: flatten(flat(BOARD_BLUE, {}), 0.5, 0.45),
    discs: [disc(DISC_COLORS[0], {}), disc(DISC_COLORS[1], {})],
    ghosts: [disc(DISC_COLORS[0], ghost), disc(DISC_COLORS[1], ghost)],
    outline,
  };
}

const white = new Color("#ffffff");

/** A player's colour mixed with white, for rings and lines that must stand out on a disc. */
export function tinted(color: Color, player: 0 | 1, towardsWhite: number): Color {
  return color.set(DISC_COLORS[player]).lerp(white, towardsWhite);
}
