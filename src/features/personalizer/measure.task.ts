import { measurePicture } from '#kit/drawing/picture.ts'

/** How large a picture is; undefined when it cannot be read. */
export default function measure(bytes: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  return measurePicture(bytes)
}
