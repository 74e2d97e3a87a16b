// Instanced quads whose shader places them. Their attributes are rewritten whenever something moves.
import {
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  type ShaderMaterialParameters,
} from "three";
import { UNREFLECTED } from "../layers";

export type QuadMesh = Mesh<InstancedBufferGeometry, ShaderMaterial>;

export function dynamicAttribute(capacity: number, itemSize: number): InstancedBufferAttribute {
  return new InstancedBufferAttribute(new Float32Array(capacity * itemSize), itemSize).setUsage(DynamicDrawUsage);
}

/** Drawn over the scene: transparent, without tone mapping, not written into the depth buffer. */
export function overlayMaterial(parameters: ShaderMaterialParameters): ShaderMaterial {
  return new ShaderMaterial({ transparent: true, depthWrite: false, toneMapped: false, ...parameters });
}

/** `corners`: x and y of the four corners, counter-clockwise. */
export function quadMesh(
  corners: readonly number[],
  attributes: Readonly<Record<string, InstancedBufferAttribute>>,
  material: ShaderMaterial,
  renderOrder: number,
): QuadMesh {
  const geometry = new InstancedBufferGeometry();
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const positions = [0, 1, 2, 3].flatMap((corner) => [corners[corner * 2] ?? 0, corners[corner * 2 + 1] ?? 0, 0]);
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute);
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.layers.set(UNREFLECTED);
  mesh.renderOrder = renderOrder;
  return mesh;
}
