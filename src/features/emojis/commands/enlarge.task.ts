import { emojiPicture } from '#kit/drawing/emoji.ts'
import { drawPng } from '#kit/drawing/picture.ts'

const side = 256

/** A large image of one of Discord's own emojis; undefined if there is none. */
export default async function enlarge(emoji: string): Promise<Uint8Array | undefined> {
  const bytes = await emojiPicture(emoji)
  if (!bytes) return undefined
  return drawPng(
    { width: side, height: side },
    ({ picture }) => picture(bytes),
    (pen, picture) => {
      if (picture) pen.drawImage(picture, 0, 0, side, side)
    },
  )
}
