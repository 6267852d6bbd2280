import { useState } from 'react'
import { useLookup } from './lookup.ts'

/** A Unicode emoji as a picture, if the lookup has pictures; otherwise as text. */
export function UnicodeEmoji({ emoji }: { emoji: string }) {
  const address = useLookup().unicodeEmoji?.(emojiFile(emoji))
  const [broken, setBroken] = useState(false)
  if (!address || broken) {
    return (
      <span className="md-emoji" role="img" aria-label={emoji}>
        {emoji}
      </span>
    )
  }
  return <img className="md-emoji-image" src={address} alt={emoji} draggable={false} onError={() => setBroken(true)} />
}

/** The joiner within emoji that are made of several. */
const ZWJ = '\u200D'
/** The only joined emoji that Twemoji names without the variation selector. */
const WITNESS = '👁️\u200D🗨️'

/** Twemoji's name for an emoji: its code points in hexadecimal; '❤️' is '2764', '🧑‍🎨' is '1f9d1-200d-1f3a8'. */
export function emojiFile(emoji: string): string {
  const keepsSelectors = emoji.includes(ZWJ) && emoji !== WITNESS
  const named = keepsSelectors ? emoji : emoji.replaceAll('\uFE0F', '')
  return [...named].map(sign => sign.codePointAt(0)?.toString(16)).join('-')
}
