// The core's picture as data: its layers, with the attributes of every element.
import type { RenderData, RenderElement, RenderLayer } from "../types/plugin";

const LAYER = /<g class="(\w+)"([^>]*)>\n([\s\S]*?)<\/g>/g;
const ELEMENT = /<(\w+)([^>]*?)(?:\/>|>([^<]*)<\/\1>)/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]));
}

function elementOf([, type, attributes, content]: RegExpMatchArray): RenderElement {
  const element = { type: type!, attributes: attributesOf(attributes!) };
  return content === undefined ? element : { ...element, content };
}

function layerOf([, name, attributes, elements]: RegExpMatchArray, zIndex: number): RenderLayer {
  return { name: name!, zIndex, attributes: attributesOf(attributes!), elements: [...elements!.matchAll(ELEMENT)].map(elementOf) };
}

/** `svg`: as src/core/svg.c writes it, one element a line. */
export function renderDataOf(svg: string): RenderData {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!;
  return { viewBox: { width: Number(width), height: Number(height) }, layers: [...svg.matchAll(LAYER)].map(layerOf), svg };
}
