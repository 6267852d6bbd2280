import type { APIStickerItem } from 'discord-api-types/v10'
import { useState } from 'react'
import { lottie } from './enums.ts'
import { useLookup } from './lookup.ts'

/** Stickers; their names where the picture may not be loaded or is animated by script (Lottie, format 3). */
export function Stickers({ stickers }: { stickers: readonly APIStickerItem[] }) {
  if (stickers.length === 0) return undefined
  return (
    <div className="stickers">
      {stickers.map(sticker => (
        <Sticker key={sticker.id} sticker={sticker} />
      ))}
    </div>
  )
}

function Sticker({ sticker }: { sticker: APIStickerItem }) {
  const address = useLookup().sticker?.(sticker.id, sticker.format_type)
  const [broken, setBroken] = useState(false)
  if (!address || broken || sticker.format_type === lottie)
    return <span className="sticker-name">Sticker: {sticker.name}</span>
  return (
    <img
      className="sticker"
      src={address}
      alt={`Sticker: ${sticker.name}`}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}
