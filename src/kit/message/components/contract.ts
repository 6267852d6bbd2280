import { z } from 'zod'

/** Discord's components as people assemble them: rows of controls, and the parts of Components V2. */

/** Discord's component types. Source: its documentation, "Component Reference". */
export const componentType = {
  row: 1,
  button: 2,
  select: 3,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
} as const

export const buttonStyles = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 } as const
export const linkStyle = buttonStyles.link

const text = z.string().max(12_000).default('')
const address = z.string().max(4000).default('')

/** The id of a server's emoji. An emoji below has either this or, for a Unicode emoji, a name. */
export const emojiId = z.string().regex(/^\d{17,20}$/)
const emoji = z
  .object({
    id: emojiId.optional(),
    name: z.string().max(64).optional(),
    animated: z.boolean().optional(),
  })
  .nullable()
  .default(null)
export type EmojiDraft = z.output<typeof emoji>

/** A text that is shown only to the member who presses the button or chooses the option. */
const answer = text

/** What a press does instead of showing a text: the name of a feature's offer, and the id of one item of it. */
const act = z
  .object({ offer: z.string().max(60), id: z.string().max(100) })
  .nullable()
  .default(null)

const button = z.object({
  type: z.literal(componentType.button),
  style: z.int().min(1).max(5).default(buttonStyles.secondary),
  label: text,
  emoji,
  /** The URL of a link. */
  url: address,
  answer,
  act,
  disabled: z.boolean().default(false),
})
export type ButtonDraft = z.output<typeof button>

const option = z.object({ label: text, description: text, emoji, answer })
export type OptionDraft = z.output<typeof option>

const select = z.object({
  type: z.literal(componentType.select),
  placeholder: text,
  options: z.array(option).max(60, 'At most 60 options are kept.').default([]),
  disabled: z.boolean().default(false),
})
export type SelectDraft = z.output<typeof select>

const row = z.object({
  type: z.literal(componentType.row),
  components: z
    .array(z.discriminatedUnion('type', [button, select]))
    .max(20, 'At most 20 controls of a row are kept.')
    .default([]),
})
export type RowDraft = z.output<typeof row>

const media = z.object({ url: address }).prefault({})
const spoiler = z.boolean().default(false)

const textDisplay = z.object({ type: z.literal(componentType.text), content: text })
const thumbnail = z.object({ type: z.literal(componentType.thumbnail), media, description: text, spoiler })
const section = z.object({
  type: z.literal(componentType.section),
  components: z.array(textDisplay).max(20).default([]),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
})
export type SectionDraft = z.output<typeof section>
const galleryItem = z.object({ media, description: text, spoiler })
export type GalleryItem = z.output<typeof galleryItem>
const gallery = z.object({
  type: z.literal(componentType.gallery),
  items: z.array(galleryItem).max(30, 'At most 30 pictures are kept.').default([]),
})
export type GalleryDraft = z.output<typeof gallery>
const file = z.object({ type: z.literal(componentType.file), file: z.object({ url: address }).prefault({}), spoiler })
const separator = z.object({
  type: z.literal(componentType.separator),
  divider: z.boolean().default(true),
  spacing: z.union([z.literal(1), z.literal(2)]).default(1),
})
const contents = [row, section, textDisplay, gallery, file, separator] as const
const container = z.object({
  type: z.literal(componentType.container),
  accent_color: z.int().min(0).max(0xff_ff_ff).nullable().default(null),
  spoiler,
  components: z.array(z.discriminatedUnion('type', contents)).max(60).default([]),
})
export type ContainerDraft = z.output<typeof container>

export const component = z.discriminatedUnion('type', [...contents, container])
export type ComponentDraft = z.output<typeof component>
export type PartDraft = Exclude<ComponentDraft, ContainerDraft>

/** A file of the message: stored by us until the message is sent, then by Discord. */
export const attachedFile = z.object({
  /** Our id, or Discord's once the message was sent. */
  id: z.string().regex(/^(?:[0-9a-f]{32}|\d{17,20})$/, 'No file has this ID.'),
  filename: z.string().min(1).max(260),
  bytes: z.int().min(0).default(0),
  description: text,
})
export type AttachedFile = z.output<typeof attachedFile>

/** The name that Discord turns a file's name into, which is the one that `attachment://` refers to. */
export const safeFileName = (name: string): string => {
  const safe = name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '_')
    .slice(-200)
  return /[^._]/.test(safe) ? safe : 'unknown'
}

/** Any component, including those inside others. */
export type AnyComponent =
  | ComponentDraft
  | ButtonDraft
  | SelectDraft
  | z.output<typeof textDisplay>
  | z.output<typeof thumbnail>

/** Every component with its path, outer before inner, and a section's accessory after its texts. */
export function* walkComponents(
  components: readonly AnyComponent[],
  path: string,
): Generator<{ component: AnyComponent; path: string }> {
  for (const [place, one] of components.entries()) {
    const here = `${path}.${place}`
    yield { component: one, path: here }
    if ('components' in one) yield* walkComponents(one.components, `${here}.components`)
    if ('accessory' in one) yield { component: one.accessory, path: `${here}.accessory` }
  }
}

/** The controls of a message that do something, in order; each is identified by its index in this list. */
export const controlsOf = (components: readonly AnyComponent[]): (ButtonDraft | SelectDraft)[] =>
  [...walkComponents(components, '')].flatMap(({ component: one }) =>
    one.type === componentType.select || (one.type === componentType.button && one.style !== linkStyle) ? [one] : [],
  )
