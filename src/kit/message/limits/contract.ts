import { type AttachedFile, safeFileName, walkComponents } from '../components/contract.ts'
import type { EmbedDraft, MessageDraft } from '../contract.ts'
import { lengthOf, type Named, namedIn } from '../text/template.ts'
import { componentProblems } from './components/contract.ts'
import { addressProblem, counted, limits, number, type Problem, required } from './rules/contract.ts'

/**
 * Why Discord would refuse a message, and how full it is: used by the page while a message is written, and by the
 * server.
 */

export { limits, type Problem } from './rules/contract.ts'

/**
 * The number of characters that count toward the limit shared by all embeds: titles, descriptions, fields, footers and
 * authors.
 */
export function charactersOf({ title, description, footer, author, fields }: EmbedDraft): number {
  const texts = [title, description, footer.text, author.name, ...fields.flatMap(({ name, value }) => [name, value])]
  return texts.reduce((sum, text) => sum + lengthOf(text), 0)
}

export const embedsTotal = ({ embeds }: Pick<MessageDraft, 'embeds'>): number =>
  embeds.reduce((sum, one) => sum + charactersOf(one), 0)

const textsOf = ({ layout }: Pick<MessageDraft, 'layout'>): string[] =>
  [...walkComponents(layout, '')].flatMap(({ component }) => (component.type === 10 ? component.content : []))

/** The total length of all texts in Components V2. */
export const layoutTotal = (draft: Pick<MessageDraft, 'layout'>): number =>
  textsOf(draft).reduce((sum, text) => sum + lengthOf(text), 0)

export const layoutCount = ({ layout }: Pick<MessageDraft, 'layout'>): number => [...walkComponents(layout, '')].length

/** The members and roles that a message mentions where mentions can ping; in embeds they never do. */
export const namedBy = (draft: MessageDraft): Named =>
  namedIn(draft.kind === 'components' ? textsOf(draft).join('\n') : draft.content)

const isEmptyEmbed = (embed: EmbedDraft): boolean =>
  charactersOf(embed) === 0 && embed.image.url === '' && embed.thumbnail.url === '' && embed.timestamp === ''

function fieldProblems({ fields }: EmbedDraft, path: string, place: string): Problem[] {
  const many = fields.length > limits.fields ? [`An embed has at most ${limits.fields} fields.`] : []
  return [
    ...many.map(sentence => ({ path: `${path}.fields`, place, sentence })),
    ...fields.flatMap(({ name, value }, at) => {
      const [here, where] = [`${path}.fields.${at}`, `${place}, field ${at + 1}`]
      return [
        ...required(name, limits.fieldName, 'The name', `${here}.name`, where),
        ...required(value, limits.fieldValue, 'The value', `${here}.value`, where),
      ]
    }),
  ]
}

function embedProblems(embed: EmbedDraft, at: number, files: ReadonlySet<string>): Problem[] {
  const [path, place] = [`embeds.${at}`, `Embed ${at + 1}`]
  const { author, footer } = embed
  const tell = (key: string, sentence: string | undefined): Problem[] =>
    sentence === undefined ? [] : [{ path: `${path}.${key}`, place, sentence }]
  const picture = (key: string, url: string, what: string) => tell(key, addressProblem(url, what, 'picture', files))
  const link = (key: string, url: string, what: string) => tell(key, addressProblem(url, what, 'page'))
  const hasAuthor = author.name.trim() !== '' || author.url !== '' || author.icon_url !== ''
  const hasFooter = footer.text.trim() !== '' || footer.icon_url !== ''
  return [
    ...(isEmptyEmbed(embed) ? tell('description', 'The embed is empty. Write something in it, or remove it.') : []),
    ...counted(embed.title, limits.title, 'The title', `${path}.title`, place),
    ...link('url', embed.url, 'The title’s link'),
    ...counted(embed.description, limits.description, 'The description', `${path}.description`, place),
    ...(hasAuthor ? required(author.name, limits.author, 'The author’s name', `${path}.author.name`, place) : []),
    ...link('author.url', author.url, 'The author’s link'),
    ...picture('author.icon_url', author.icon_url, 'The author’s picture'),
    ...fieldProblems(embed, path, place),
    ...picture('image.url', embed.image.url, 'The image'),
    ...picture('thumbnail.url', embed.thumbnail.url, 'The thumbnail'),
    ...(hasFooter ? required(footer.text, limits.footer, 'The footer', `${path}.footer.text`, place) : []),
    ...picture('footer.icon_url', footer.icon_url, 'The footer’s picture'),
    ...tell(
      'timestamp',
      embed.timestamp !== '' && Number.isNaN(Date.parse(embed.timestamp))
        ? 'The timestamp is not a valid date.'
        : undefined,
    ),
  ]
}

function fileProblems({ kind, attachments, layout }: MessageDraft): Problem[] {
  const problems: Problem[] = []
  const tell = (at: number | undefined, sentence: string) =>
    problems.push({
      path: at === undefined ? 'attachments' : `attachments.${at}`,
      place: at === undefined ? 'Files' : `File ${at + 1}`,
      sentence,
    })
  if (attachments.length > limits.files) tell(undefined, `A message has at most ${limits.files} files.`)
  if (attachments.reduce((sum, { bytes }) => sum + bytes, 0) > limits.filesBytes)
    tell(undefined, 'The files of one message can have at most 25 MiB in total.')
  const names = attachments.map(({ filename }) => safeFileName(filename))
  const shown = kind === 'components' ? JSON.stringify(layout) : ''
  for (const [at, { filename, bytes, description }] of attachments.entries()) {
    const name = names[at] ?? ''
    if (bytes > limits.fileBytes) tell(at, `${filename} is larger than 10 MiB.`)
    if (names.indexOf(name) < at) tell(at, `Another file is also called ${name}. Rename one and add it again.`)
    if (lengthOf(description) > limits.fileDescription)
      tell(at, `Its description has more than ${limits.fileDescription} characters.`)
    if (kind === 'components' && !shown.includes(`"attachment://${name}"`))
      tell(at, `${filename} is shown nowhere. Add a file or a gallery that shows it, or remove it.`)
  }
  return problems
}

const isBlank = ({ content, embeds, attachments, components }: MessageDraft): boolean =>
  content.trim() === '' && embeds.length === 0 && attachments.length === 0 && components.length === 0

function embedsKindProblems(draft: MessageDraft, files: ReadonlySet<string>): Problem[] {
  const { embeds, components } = draft
  const total = embedsTotal(draft)
  return [
    ...(isBlank(draft) ? [{ path: 'content', place: 'Content', sentence: 'There is nothing to send yet.' }] : []),
    ...counted(draft.content, limits.content, 'It', 'content', 'Content'),
    ...(embeds.length > limits.embeds
      ? [{ path: 'embeds', place: 'Embeds', sentence: `A message has at most ${limits.embeds} embeds.` }]
      : []),
    ...embeds.flatMap((embed, at) => embedProblems(embed, at, files)),
    ...(total > limits.embedsTotal
      ? [
          {
            path: 'embeds',
            place: 'All embeds together',
            sentence: `They have ${number(total)} characters; at most ${number(limits.embedsTotal)} fit into one message.`,
          },
        ]
      : []),
    ...(components.length > limits.rows
      ? [{ path: 'components', place: 'Buttons and selects', sentence: `A message has at most ${limits.rows} rows.` }]
      : []),
    ...componentProblems(components, 'components', files, 'rows'),
  ]
}

function layoutProblems(draft: MessageDraft, files: ReadonlySet<string>): Problem[] {
  const [total, count] = [layoutTotal(draft), layoutCount(draft)]
  const place = 'All components'
  return [
    ...(draft.layout.length === 0
      ? [{ path: 'layout', place: 'Components', sentence: 'There is nothing to send yet.' }]
      : []),
    ...componentProblems(draft.layout, 'layout', files, 'layout'),
    ...(count > limits.components
      ? [
          {
            path: 'layout',
            place,
            sentence: `There are ${count}, inner ones included; a message has at most ${limits.components}.`,
          },
        ]
      : []),
    ...(total > limits.layoutText
      ? [
          {
            path: 'layout',
            place,
            sentence: `Their texts have ${number(total)} characters; at most ${number(limits.layoutText)} fit into one message.`,
          },
        ]
      : []),
  ]
}

const fileNames = (attachments: readonly AttachedFile[]): ReadonlySet<string> =>
  new Set(attachments.map(({ filename }) => safeFileName(filename)))

/**
 * Why Discord would refuse a message whose placeholders are filled in, in the order of the message; empty if it would
 * accept it.
 */
export function problemsOf(draft: MessageDraft): Problem[] {
  const files = fileNames(draft.attachments)
  return [
    ...(draft.kind === 'components' ? layoutProblems(draft, files) : embedsKindProblems(draft, files)),
    ...fileProblems(draft),
  ]
}
