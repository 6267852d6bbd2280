import { createContext, use } from 'react'
import type { MessageAuthor } from './model.ts'

/** Resolves the ids in a message. Everything may be unknown; nothing outside this is ever loaded. */
export interface Lookup {
  /** Name (nickname first) and the colour of the highest coloured role. */
  user(id: string): { name: string; colour?: string } | undefined
  role(id: string): { name: string; colour?: string } | undefined
  channel(id: string): { name: string; kind: ChannelKind } | undefined
  /** The address a picture of the message may be loaded from; undefined when it must not be loaded. */
  image(address: string): string | undefined
  avatar(user: MessageAuthor): string | undefined
  emoji(id: string, animated: boolean): string | undefined
  /** The picture of an emoji of Unicode by Twemoji's name for it; without this it is drawn as text. */
  unicodeEmoji?(name: string): string | undefined
  sticker?(id: string, format: number): string | undefined
  /** Unix ms, for "Today" and relative times. */
  now(): number
}

export type ChannelKind = 'text' | 'announcement' | 'voice' | 'stage' | 'forum' | 'thread' | 'category' | 'direct'

/** Knows nobody and loads nothing. */
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
