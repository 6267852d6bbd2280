import { createContext, use } from 'react'
import type { MessageAuthor } from './model.ts'

/**
 * Resolves the ids in a message; any of them may be unknown. Nothing is loaded from addresses that it does not provide.
 */
export interface Lookup {
  /** The name (nickname first) and the color of the highest colored role. */
  user(id: string): { name: string; colour?: string } | undefined
  role(id: string): { name: string; colour?: string } | undefined
  channel(id: string): { name: string; kind: ChannelKind } | undefined
  /** The address to load a picture of the message from; undefined if it must not be loaded. */
  image(address: string): string | undefined
  avatar(user: MessageAuthor): string | undefined
  emoji(id: string, animated: boolean): string | undefined
  /** The picture of a Unicode emoji, by Twemoji's name for it; without this it is drawn as text. */
  unicodeEmoji?(name: string): string | undefined
  sticker?(id: string, format: number): string | undefined
  /** Unix ms, for "Today" and relative times. */
  now(): number
}

export type ChannelKind = 'text' | 'announcement' | 'voice' | 'stage' | 'forum' | 'thread' | 'category' | 'direct'

/** Resolves nothing and loads nothing. */
export const blindLookup: Lookup = {
  user: () => undefined,
  role: () => undefined,
  channel: () => undefined,
  image: () => undefined,
  avatar: () => undefined,
  emoji: () => undefined,
  now: () => Date.now(),
}

const LookupContext = createContext<Lookup>(blindLookup)

export const LookupProvider = LookupContext.Provider
export const useLookup = (): Lookup => use(LookupContext)
