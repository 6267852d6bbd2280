import { measurePicture } from '#kit/drawing/picture.ts'

/** The size of an image in pixels; undefined if it cannot be read. */
export default function measure(bytes: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  return measurePicture(bytes)
}
