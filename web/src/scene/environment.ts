// The environment that plastic and metal reflect: grey walls and a few bright panels, prefiltered once.
import {
  BackSide,
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from "three";

/** x, y, z, width, height, depth, brightness: in a box with sides of 30, seen from its middle. */
const PANELS: readonly (readonly [number, number, number, number, number, number, number])[] = [
  [0, 14.4, 2, 9, 0.2, 9, 11],
  [-14.4, 5, 7, 0.2, 7, 4, 14],
  [-14.4, 7, -8, 0.2, 5, 4, 10],
  [14.4, 3, -2, 0.2, 6, 8, 7],
  [-2, 5, 14.4, 8, 5, 0.2, 5],
  [4, 6, -14.4, 6, 4, 0.2, 6],
];

const WALL = 0.62;
const FLOOR = 0.35;

export interface Environment {
  readonly texture: Texture;
  dispose(): void;
}

export function createEnvironment(renderer: WebGLRenderer): Environment {
  const scene = new Scene();
  const box = new BoxGeometry();
  const materials: MeshBasicMaterial[] = [];
  const add = (grey: number, place: (mesh: Mesh) => void): void => {
    const material = new MeshBasicMaterial();
    material.color.setScalar(grey);
    materials.push(material);
    const mesh = new Mesh(box, material);
    place(mesh);
    scene.add(mesh);
  };
  add(WALL, (mesh) => {
    mesh.scale.setScalar(30);
    (mesh.material as MeshBasicMaterial).side = BackSide;
  });
  add(FLOOR, (mesh) => {
    mesh.scale.set(29.8, 0.4, 29.8);
    mesh.position.y = -7;
  });
  for (const [x, y, z, w, h, d, brightness] of PANELS)
    add(brightness, (mesh) => {
      mesh.position.set(x, y, z);
      mesh.scale.set(w, h, d);
    });
  const target = filter(renderer, scene);
  box.dispose();
  for (const m of materials) m.dispose();
  return { texture: target.texture, dispose: () => target.dispose() };
}

function filter(renderer: WebGLRenderer, scene: Scene): WebGLRenderTarget {
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(scene, 0.03, 0.1, 100, { size: 128 }) as unknown as WebGLRenderTarget;
  generator.dispose();
  return target;
}
