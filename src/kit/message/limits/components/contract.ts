import {
  type AnyComponent,
  type ButtonDraft,
  componentType as kinds,
  type EmojiDraft,
  linkStyle,
  type RowDraft,
  type SelectDraft,
  walkComponents,
} from '../../components/contract.ts'
import { addressProblem, counted, limits, type Problem, required } from '../rules/contract.ts'

/** Good enough to reject plain words. */
const looksLikeEmoji = (name: string) => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20E3}/u.test(name)
const isEmoji = (emoji: EmojiDraft): boolean =>
  emoji === null || emoji.id !== undefined || looksLikeEmoji(emoji.name ?? '')

/** What people call each type of component; numbered per type, as they see them. */
const nouns: Record<number, string> = {
  [kinds.row]: 'Row',
  [kinds.button]: 'Button',
  [kinds.select]: 'Select',
  [kinds.section]: 'Section',
  [kinds.text]: 'Text',
  [kinds.thumbnail]: 'Thumbnail',
  [kinds.gallery]: 'Gallery',
  [kinds.file]: 'File',
  [kinds.separator]: 'Separator',
  [kinds.container]: 'Container',
}

interface Placed {
  path: string
  place: string
  files: ReadonlySet<string>
}

const noEmoji = ({ path, place }: Placed): Problem => ({
  path: `${path}.emoji`,
  place,
  sentence: 'Discord does not know this emoji.',
})

function buttonProblems({ style, label, emoji, url, answer, act }: ButtonDraft, at: Placed): Problem[] {
  const { path, place } = at
  const isNameless = label.trim() === '' && emoji === null
  const link = addressProblem(url, 'The link', 'button')
  return [
    ...(isNameless ? [{ path: `${path}.label`, place, sentence: 'Give it a label or an emoji.' }] : []),
    ...counted(label, limits.label, 'The label', `${path}.label`, place),
    ...(isEmoji(emoji) ? [] : [noEmoji(at)]),
    ...(style === linkStyle && url === ''
      ? [{ path: `${path}.url`, place, sentence: 'Say where the link leads.' }]
      : []),
    ...(style === linkStyle && link !== undefined ? [{ path: `${path}.url`, place, sentence: link }] : []),
    ...(style === linkStyle || act !== null ? [] : answerProblems(answer, at)),
  ]
}

const answerProblems = (answer: string, { path, place }: Placed): Problem[] =>
  required(answer, limits.content, 'What it answers', `${path}.answer`, place)

function selectProblems({ placeholder, options }: SelectDraft, at: Placed): Problem[] {
  const { path, place } = at
  const tell = (sentence: string): Problem[] => [{ path: `${path}.options`, place, sentence }]
  return [
    ...counted(placeholder, limits.placeholder, 'The placeholder', `${path}.placeholder`, place),
    ...(options.length === 0 ? tell('It has nothing to choose from.') : []),
    ...(options.length > limits.options ? tell(`A select has at most ${limits.options} options.`) : []),
    ...options.flatMap((option, number) => {
      const here = { ...at, path: `${path}.options.${number}`, place: `${place}, option ${number + 1}` }
      return [
        ...required(option.label, limits.optionText, 'The label', `${here.path}.label`, here.place),
        ...counted(option.description, limits.optionText, 'The description', `${here.path}.description`, here.place),
        ...(isEmoji(option.emoji) ? [] : [noEmoji(here)]),
        ...answerProblems(option.answer, here),
      ]
    }),
  ]
}

function rowProblems({ components }: RowDraft, { path, place }: Placed): Problem[] {
  const tell = (sentence: string): Problem[] => [{ path: `${path}.components`, place, sentence }]
  if (components.length === 0) return tell('It is empty. Add a button or a select, or remove it.')
  if (components.length > 1 && components.some(({ type }) => type === kinds.select))
    return tell('A select stands in a row of its own.')
  return components.length > limits.rowButtons ? tell(`A row has at most ${limits.rowButtons} buttons.`) : []
}

function mediaProblems(url: string, description: string, what: string, at: Placed, field = 'media.url'): Problem[] {
  const { path, place, files } = at
  const wrong = url === '' ? `${what} has no address.` : addressProblem(url, what, 'picture', files)
  return [
    ...(wrong === undefined ? [] : [{ path: `${path}.${field}`, place, sentence: wrong }]),
    ...counted(description, limits.mediaDescription, 'The description', `${path}.description`, place),
  ]
}

function listProblems(count: number, most: number, what: string, key: string, { path, place }: Placed): Problem[] {
  if (count > 0 && count <= most) return []
  const sentence = count === 0 ? 'It is empty. Add something, or remove it.' : `It has at most ${most} ${what}.`
  return [{ path: `${path}.${key}`, place, sentence }]
}

function ownProblems(component: AnyComponent, at: Placed): Problem[] {
  const { path, place, files } = at
  switch (component.type) {
    case kinds.button:
      return buttonProblems(component, at)
    case kinds.select:
      return selectProblems(component, at)
    case kinds.row:
      return rowProblems(component, at)
    case kinds.text:
      return required(component.content, limits.layoutText, 'The text', `${path}.content`, place)
    case kinds.section:
      return listProblems(component.components.length, limits.sectionTexts, 'texts', 'components', at)
    case kinds.thumbnail:
      return mediaProblems(component.media.url, component.description, 'The picture', at)
    case kinds.gallery:
      return [
        ...listProblems(component.items.length, limits.galleryItems, 'pictures', 'items', at),
        ...component.items.flatMap((item, number) =>
          mediaProblems(item.media.url, item.description, 'The picture', {
            path: `${path}.items.${number}`,
            place: `${place}, picture ${number + 1}`,
            files,
          }),
        ),
      ]
    case kinds.file: {
      const { url } = component.file
      const wrong = url === '' ? 'Choose which file it shows.' : addressProblem(url, 'It', 'file', files)
      return wrong === undefined ? [] : [{ path: `${path}.file.url`, place, sentence: wrong }]
    }
    case kinds.container:
      return listProblems(component.components.length, limits.components, 'components', 'components', at)
    default:
      return []
  }
}

/** @param use whether the components are below embeds, where only rows are allowed */
export function componentProblems(
  components: readonly AnyComponent[],
  path: string,
  files: ReadonlySet<string>,
  use: 'rows' | 'layout',
): Problem[] {
  const counts = new Map<number, number>()
  return [...walkComponents(components, path)].flatMap(({ component, path: here }) => {
    const number = (counts.get(component.type) ?? 0) + 1
    counts.set(component.type, number)
    const place = `${nouns[component.type] ?? 'Component'} ${number}`
    const isRowPart = component.type === kinds.row || component.type === kinds.button || component.type === kinds.select
    if (use === 'rows' && !isRowPart)
      return [{ path: here, place, sentence: 'Below embeds, only rows of buttons and selects are allowed.' }]
    return ownProblems(component, { path: here, place, files })
  })
}
