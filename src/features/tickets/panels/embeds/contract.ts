import { readColour } from '#contract'
import { type EmbedDraft, emptyEmbed, emptyMessage, moreOf } from '#kit/message/contract.ts'
import { type Problem, problemsOf } from '#kit/message/limits/contract.ts'
import type { PanelDesign } from '../contract.ts'

/**
 * The embeds of a panel's message and of a ticket's first message, in the form that all features use. The documented
 * keys hold the main parts of the first embed. This file alone converts between the two forms.
 */

/** Which of a panel's messages is meant. */
export type Which = 'panel' | 'opening'

const keysOf = {
  panel: {
    title: 'title',
    description: 'description',
    color: 'color',
    footer: 'footer',
    footerIcon: 'footerIcon',
    image: 'image',
    thumbnail: 'thumbnail',
    more: 'more_embeds',
  },
  opening: {
    title: 'open_title',
    description: 'open_description',
    color: 'open_color',
    footer: 'open_footer',
    footerIcon: 'open_footerIcon',
    image: 'open_image',
    thumbnail: 'open_thumbnail',
    more: 'open_more_embeds',
  },
} as const satisfies Record<Which, Record<string, keyof PanelDesign>>

/** Converts the editor's color to Discord's; null for anything that is not a color. */
function colorNumber(text: string): number | null {
  const colour = readColour(text)
  return colour === undefined ? null : Number.parseInt(colour.slice(1), 16)
}

export function panelEmbeds(design: PanelDesign, which: Which): EmbedDraft[] {
  const keys = keysOf[which]
  const [first = emptyEmbed, ...others] = design[keys.more]
  return [
    {
      ...first,
      title: design[keys.title],
      description: design[keys.description],
      color: colorNumber(design[keys.color]),
      footer: { text: design[keys.footer], icon_url: design[keys.footerIcon] },
      image: { url: design[keys.image] },
      thumbnail: { url: design[keys.thumbnail] },
    },
    ...others,
  ]
}

/** Returns the changes to a panel when one of its messages gets these embeds. */
export function embedPatch(embeds: readonly EmbedDraft[], design: PanelDesign, which: Which): Partial<PanelDesign> {
  const keys = keysOf[which]
  const [first = emptyEmbed] = embeds
  const isSameColor = first.color === colorNumber(design[keys.color])
  const hex = first.color === null ? '' : `#${first.color.toString(16).padStart(6, '0').toUpperCase()}`
  const parts = {
    [keys.title]: first.title,
    [keys.description]: first.description,
    [keys.color]: isSameColor ? design[keys.color] : hex,
    [keys.footer]: first.footer.text,
    [keys.footerIcon]: first.footer.icon_url,
    [keys.image]: first.image.url,
    [keys.thumbnail]: first.thumbnail.url,
    [keys.more]: moreOf(embeds, one => {
      const { title, description, color, footer, image, thumbnail } = emptyEmbed
      return { ...one, title, description, color, footer, image, thumbnail }
    }),
  }
  const changed = Object.entries(parts).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(design[key as keyof PanelDesign]),
  )
  return Object.fromEntries(changed)
}

/** Returns the path of a documented key in the message form, to show a problem in the right place. */
export function pathOf(key: string, which: Which): string | undefined {
  const keys = keysOf[which]
  const paths: Record<string, string> = {
    [keys.title]: 'embeds.0.title',
    [keys.description]: 'embeds.0.description',
    [keys.footer]: 'embeds.0.footer.text',
    [keys.footerIcon]: 'embeds.0.footer.icon_url',
    [keys.image]: 'embeds.0.image.url',
    [keys.thumbnail]: 'embeds.0.thumbnail.url',
    [keys.more]: 'embeds',
  }
  return paths[key.split('.')[0] ?? '']
}

/** Returns why Discord would refuse the embeds. An empty first embed is accepted, because it gets a default text. */
export const embedProblems = (design: PanelDesign, which: Which): Problem[] =>
  problemsOf({ ...emptyMessage, embeds: panelEmbeds(design, which) }).filter(
    ({ path, sentence }) => !(path === 'embeds.0.description' && sentence.startsWith('The embed is empty')),
  )
