import {
  type AnyComponent,
  type ButtonDraft,
  componentType as kinds,
  type EmojiDraft,
  linkStyle,
  type SelectDraft,
} from '../../components/contract.ts'
import type { EmbedDraft, MessageDraft } from '../../contract.ts'

/** Discord's message flags that people can set. */
export const messageFlags = { suppressEmbeds: 1 << 2, silent: 1 << 12, componentsV2: 1 << 15 } as const

type Json = Record<string, unknown>

/** Leaves out values that say nothing: empty texts, lists and objects. */
const sparse = (entries: Json): Json =>
  Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) =>
        value !== '' &&
        value !== null &&
        value !== undefined &&
        value !== false &&
        !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  )

const emojiAsJson = (emoji: EmojiDraft): Json | undefined => (emoji === null ? undefined : sparse({ ...emoji }))

/** An author or a footer without its blank texts. */
const named = (texts: Readonly<Record<string, string>>): Json =>
  sparse(Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')))

export const embedAsJson = ({ fields, color, timestamp, ...embed }: EmbedDraft): Json => ({
  ...sparse({ title: embed.title, description: embed.description, url: embed.url }),
  // Black, which is 0, is a color too.
  ...(color === null ? {} : { color }),
  ...sparse({
    timestamp,
    author: named(embed.author),
    footer: named(embed.footer),
    image: sparse(embed.image),
    thumbnail: sparse(embed.thumbnail),
    fields: fields.map(({ name, value, inline }) => ({ name, value, ...(inline && { inline }) })),
  }),
})

/**
 * Returns the custom id for a control, given its index among the controls that do something. Without this function, the
 * control's answer is written instead.
 */
export type NameControl = (place: number) => string

/** @param nameControl is called once for each control, in order */
function createWriter(nameControl: NameControl | undefined) {
  let controls = 0
  const nextName = (): string | undefined => {
    const named = nameControl?.(controls)
    controls += 1
    return named
  }

  const button = ({ style, label, emoji, url, answer, act, disabled }: ButtonDraft): Json => {
    const shown = { type: kinds.button, style, ...sparse({ label, emoji: emojiAsJson(emoji), disabled }) }
    if (style === linkStyle) return { ...shown, url }
    const named = nextName()
    return { ...shown, ...(named === undefined ? sparse({ answer, act }) : { custom_id: named }) }
  }

  const select = ({ placeholder, options, disabled }: SelectDraft): Json => {
    const named = nextName()
    return {
      type: kinds.select,
      ...(named === undefined ? {} : { custom_id: named }),
      ...sparse({ placeholder, disabled }),
      options: options.map(({ label, description, emoji, answer }, place) => ({
        label,
        ...(named === undefined ? sparse({ answer }) : { value: String(place) }),
        ...sparse({ description, emoji: emojiAsJson(emoji) }),
      })),
    }
  }

  const list = (components: readonly AnyComponent[]): Json[] => components.map(component => one(component))

  function one(component: AnyComponent): Json {
    const { type } = component
    switch (type) {
      case kinds.button:
        return button(component)
      case kinds.select:
        return select(component)
      case kinds.section: {
        const components = list(component.components)
        return { type, components, accessory: one(component.accessory) }
      }
      case kinds.container: {
        const { accent_color: accent, spoiler } = component
        const shown = { ...(accent === null ? {} : { accent_color: accent }), ...sparse({ spoiler }) }
        return { type, ...shown, components: list(component.components) }
      }
      case kinds.row:
        return { type, components: list(component.components) }
      case kinds.gallery:
        return { type, items: component.items.map(({ media, ...item }) => ({ media, ...sparse(item) })) }
      case kinds.thumbnail: {
        const { media, description, spoiler } = component
        return { type, media, ...sparse({ description, spoiler }) }
      }
      case kinds.file:
        return { type, file: component.file, ...sparse({ spoiler: component.spoiler }) }
      default:
        return { ...component }
    }
  }

  return list
}

/** Writes components either for people, with `answer`, or for Discord, with `custom_id` (see {@link NameControl}). */
const componentsAsJson = (components: readonly AnyComponent[], nameControl?: NameControl): Json[] =>
  createWriter(nameControl)(components)

const flagsOf = ({ kind, suppress_embeds: hides, silent }: MessageDraft): number =>
  (kind === 'components' ? messageFlags.componentsV2 : 0) |
  (hides && kind === 'embeds' ? messageFlags.suppressEmbeds : 0) |
  (silent ? messageFlags.silent : 0)

/** A message in Discord's format, with only the parts of its kind; the files are not included. */
export function messageAsJson(draft: MessageDraft, nameControl?: NameControl): Json {
  const flags = flagsOf(draft)
  if (draft.kind === 'components') return { components: componentsAsJson(draft.layout, nameControl), flags }
  return {
    content: draft.content,
    ...sparse({
      embeds: draft.embeds.map(embedAsJson),
      components: componentsAsJson(draft.components, nameControl),
    }),
    ...(flags === 0 ? {} : { flags }),
  }
}

/** A message in Discohook's own storage format, version d2. */
export const asDiscohook = (draft: MessageDraft, name: string): Json => ({
  version: 'd2',
  messages: [{ ...(name !== '' && { name: [...name].slice(0, 50).join('') }), data: messageAsJson(draft) }],
})
