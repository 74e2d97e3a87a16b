// Plastic for board and discs; flat colours for the high-contrast theme.
import { BackSide, Color, MeshBasicMaterial, MeshPhysicalMaterial, type Material } from "three";
import { BOARD_BLUE, DISC_COLORS, AMBIENCES, type Ambience } from "../palette";
import type { Look, Quality } from "../types";
import { CheapPaint } from "./cheap_paint";

export type Paint = MeshPhysicalMaterial | MeshBasicMaterial | CheapPaint;

/** Discs glow one by one: the instance attribute "glow" adds light of the disc's own colour. */
function addGlow(material: MeshPhysicalMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute float glow; varying float vGlow;\n${shader.vertexShader}`.replace(
      "#include <uv_vertex>",
      "vGlow = glow;\n#include <uv_vertex>",
    );
    shader.fragmentShader = `varying float vGlow;\n${shader.fragmentShader}`.replace(
      "#include <emissivemap_fragment>",
      "totalEmissiveRadiance += diffuseColor.rgb * vGlow;",
    );
  };
}

export interface Paints {
  readonly board: Paint;
  readonly discs: readonly [Paint, Paint];
  readonly ghosts: readonly [Paint, Paint];
  /** A white line around the board; null where lighting shows the edges. */
  readonly outline: Material | null;
  dispose(): void;
}

export function createPaints(look: Look, quality: Quality): Paints {
  const ambience = AMBIENCES[look.theme];
  const paints = ambience.isFlat ? flatPaints() : quality === "low" ? cheapPaints(ambience) : plasticPaints();
  const all = [paints.board, ...paints.discs, ...paints.ghosts, paints.outline];
  return { ...paints, dispose: () => all.forEach((m) => m?.dispose()) };
}

function cheapPaints(ambience: Ambience): Omit<Paints, "dispose"> {
  const discs = (opacity: number): [Paint, Paint] => [
    new CheapPaint(DISC_COLORS[0], ambience, opacity),
    new CheapPaint(DISC_COLORS[1], ambience, opacity),
  ];
  return { board: new CheapPaint(BOARD_BLUE, ambience), discs: discs(1), ghosts: discs(0.58), outline: null };
}

function plasticPaints(): Omit<Paints, "dispose"> {
  const board = new MeshPhysicalMaterial({
    color: BOARD_BLUE,
    vertexColors: true,
    roughness: 0.42,
    clearcoat: 0.5,
    clearcoatRoughness: 0.25,
  });
  const disc = (color: string, extra: object): MeshPhysicalMaterial =>
    new MeshPhysicalMaterial({
      color,
      vertexColors: true,
      roughness: 0.42,
      clearcoat: 0.35,
      clearcoatRoughness: 0.3,
      specularIntensity: 0.6,
      ...extra,
    });
  const solid = (color: string): MeshPhysicalMaterial => {
    const material = disc(color, {});
    addGlow(material);
    return material;
  };
  const pale = { transparent: true, opacity: 0.58, depthWrite: false, emissiveIntensity: 0.1 };
  const ghost = (color: string): MeshPhysicalMaterial => disc(color, { ...pale, emissive: color });
  return {
    board,
    discs: [solid(DISC_COLORS[0]), solid(DISC_COLORS[1])],
    ghosts: [ghost(DISC_COLORS[0]), ghost(DISC_COLORS[1])],
    outline: null,
  };
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
  // Three.js caches programs by the hook's text: the numbers must be part of the key.
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
