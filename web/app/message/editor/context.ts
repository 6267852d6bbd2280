import { createContext, use } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import type { AttachedFile } from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import type { ColourPreset } from '#web/ui/form/colour-input.tsx'

export interface ServerEmoji {
  id: string
  name: string
  animated: boolean
}

/** Placeholders that the texts of a message know, under what they are about. */
export interface PlaceholderGroup {
  label: string
  /** With their braces, and what each becomes where that is known. */
  placeholders: readonly { name: string; example?: string }[]
}

/** What a button can do besides showing a text. */
export interface ButtonOffer {
  key: string
  title: string
  choices: readonly { id: string; label: string }[]
}

/** Keeps a file until its message is sent. @param onProgress the share that is there, 0 to 1 */
export type KeepFile = (
  file: File,
  onProgress: (share: number) => void,
) => Promise<Pick<AttachedFile, 'id' | 'filename' | 'bytes'>>

/** Which parts of a message a feature lets people write. */
export interface MessageParts {
  /** The text above the embeds, as it is called; undefined where it is none of the form. */
  content: string | undefined
  /** The most embeds. */
  embeds: number
  /** Embeds that are always there: they can be emptied, not removed. */
  fewestEmbeds: number
  /** What the title of the first embed is called. */
  title: string
  /** Characters of the first embed's description. */
  description: number
  /** Whether the first embed may be without a color. */
  colorless: boolean
  /** Colors that are offered; the twelve unless told. */
  colors: readonly ColourPreset[] | undefined
  /** Rows of buttons and selects below the embeds. */
  rows: boolean
  /** Building it from Components V2 instead. */
  layout: boolean
  /** Whether it arrives silently, and without embeds of links. */
  delivery: boolean
}

export const allParts: MessageParts = {
  content: 'Content',
  embeds: limits.embeds,
  fewestEmbeds: 0,
  title: 'Title',
  description: limits.description,
  colorless: true,
  colors: undefined,
  rows: true,
  layout: true,
  delivery: true,
}

/** Content and embeds. */
export const textParts: MessageParts = { ...allParts, rows: false, layout: false, delivery: false }

/** What the fields of a message offer to choose from. */
export interface EditorOffer {
  /** Undefined until it is loaded. */
  guild: GuildCore | undefined
  emojis: readonly ServerEmoji[]
  placeholders: readonly PlaceholderGroup[]
  /** The names of all that is filled, without braces; undefined where nothing is. */
  fills: readonly string[] | undefined
  /** Placeholders that are pictures, for fields that take the address of one. */
  pictures: readonly { value: string; label: string }[]
  offers: readonly ButtonOffer[]
  parts: MessageParts
  attachments: readonly AttachedFile[]
  /** Undefined where a message takes no files. */
  keepFile: KeepFile | undefined
  /** Whether the form stands in a card, or a dialog, and has none of its own. */
  inCard: boolean
  readOnly: boolean
}

const OfferedContext = createContext<EditorOffer>({
  guild: undefined,
  emojis: [],
  placeholders: [],
  fills: undefined,
  pictures: [],
  offers: [],
  parts: allParts,
  attachments: [],
  keepFile: undefined,
  inCard: false,
  readOnly: true,
})
export const OfferedProvider = OfferedContext.Provider
export const useOffered = (): EditorOffer => use(OfferedContext)
