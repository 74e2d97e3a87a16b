// The floor's reflection: the scene rendered from the camera mirrored at y = 0.
import {
  HalfFloatType,
  Matrix4,
  PerspectiveCamera,
  WebGLRenderTarget,
  type Scene,
  type Texture,
  type Vector2,
  type WebGLRenderer,
} from "three";
import { REFLECTED_ONLY } from "./layers";

export interface Mirror {
  readonly texture: Texture;
  /** Size in pixels; 0 turns the reflection off and frees it. */
  resize(size: Vector2, scale: number): void;
  draw(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera): void;
  dispose(): void;
}

export function createMirror(): Mirror {
  const target = new WebGLRenderTarget(1, 1, { type: HalfFloatType, samples: 2 });
  const eye = new PerspectiveCamera();
  eye.matrixAutoUpdate = false;
  eye.matrixWorldAutoUpdate = false;
  eye.layers.enable(REFLECTED_ONLY);
  const flip = new Matrix4().makeScale(1, -1, 1);
  return {
    texture: target.texture,
    resize(size, scale) {
      target.setSize(Math.max(Math.round(size.x * scale), 1), Math.max(Math.round(size.y * scale), 1));
    },
    draw(renderer, scene, camera) {
      // The camera is mirrored at the floor and flipped in its own y. Two mirrorings keep triangles front-facing,
      // and each point of the floor has the same screen x as in the main camera, so no texture matrix is needed.
      eye.matrixWorld.multiplyMatrices(flip, camera.matrixWorld).multiply(flip);
      eye.matrixWorldInverse.copy(eye.matrixWorld).invert();
      eye.projectionMatrix.copy(camera.projectionMatrix);
      eye.projectionMatrix.elements[9]! *= -1;
      eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
      const { autoUpdate } = renderer.shadowMap;
      renderer.shadowMap.autoUpdate = false;
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(scene, eye);
      renderer.setRenderTarget(null);
      renderer.shadowMap.autoUpdate = autoUpdate;
    },
    dispose() {
      target.dispose();
    },
  };
}
