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

/** Placeholders that a message's texts can use, grouped by subject. */
export interface PlaceholderGroup {
  label: string
  /** With their braces, each with an example of its value if known. */
  placeholders: readonly { name: string; example?: string }[]
}

/** Something that a button can do besides showing a text. */
export interface ButtonOffer {
  key: string
  title: string
  choices: readonly { id: string; label: string }[]
}

/**
 * Uploads a file and stores it until its message is sent.
 * @param onProgress receives the share uploaded so far, 0 to 1
 */
export type KeepFile = (
  file: File,
  onProgress: (share: number) => void,
) => Promise<Pick<AttachedFile, 'id' | 'filename' | 'bytes'>>

/** Which parts of a message a feature lets people write. */
export interface MessageParts {
  /** The label of the text above the embeds; undefined if the message has none. */
  content: string | undefined
  /** The maximum number of embeds. */
  embeds: number
  /** Embeds that always exist: they can be emptied but not removed. */
  fewestEmbeds: number
  /** The label of the first embed's title. */
  title: string
  /** Maximum characters of the first embed's description. */
  description: number
  /** Whether the first embed may be without a color. */
  colorless: boolean
  /** The color presets; the usual twelve if undefined. */
  colors: readonly ColourPreset[] | undefined
  /** Rows of buttons and selects below the embeds. */
  rows: boolean
  /** Whether it can be built from Components V2 instead. */
  layout: boolean
  /** Whether silent delivery and hidden link embeds can be chosen. */
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

/** What the fields of a message can choose from. */
export interface EditorOffer {
  /** Undefined until it is loaded. */
  guild: GuildCore | undefined
  emojis: readonly ServerEmoji[]
  placeholders: readonly PlaceholderGroup[]
  /** The names of all placeholders, without braces; undefined if none are filled. */
  fills: readonly string[] | undefined
  /** Placeholders that stand for pictures, for picture address fields. */
  pictures: readonly { value: string; label: string }[]
  offers: readonly ButtonOffer[]
  parts: MessageParts
  attachments: readonly AttachedFile[]
  /** Undefined if the message cannot have files. */
  keepFile: KeepFile | undefined
  /** Whether the form is inside a card or a dialog and has no card of its own. */
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
