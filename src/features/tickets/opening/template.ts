import { cut, inert, intended, longest, render, type TemplateValues } from '#kit/template.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { embedOf, type MessageEmbed } from '../panels/template.ts'

/** What was asked and answered, as it is stored with a ticket. */
export interface Answer {
  label: string
  value: string
  /** Whether the value is what was chosen of the server: mentions that are ours. */
  mentions?: boolean
  files?: { name: string; url: string; size: number }[]
}

/** Placeholders of the texts of a new ticket. */
export interface TicketFacts {
  /** With its zeros. */
  number: string
  openerId: string
  username: string
  displayName: string
  server: string
}

const defaults = {
  title: '{panel}',
  description: 'Thank you for writing to us. Tell us what it is about; somebody of the team will answer here.',
}

const plainValues = (design: PanelDesign, { number, username, displayName, server }: TicketFacts): TemplateValues => ({
  number,
  username,
  user: displayName,
  panel: design.title,
  server,
})

const lengthOf = (text: string) => [...text].length
const sizeOf = ({ title = '', description = '', footer, fields = [] }: FilledEmbed) =>
  lengthOf(title + description + (footer?.text ?? '')) +
  fields.reduce((sum, { name, value }) => sum + lengthOf(name + value), 0)

interface FilledEmbed extends MessageEmbed {
  fields?: { name: string; value: string }[]
}

const shown = ({ value, mentions }: Answer) => (mentions ? value : inert(value))

/** Answers that are too long for the fields of one embed: one embed each, in as many messages as they take. */
function answerMessages(answers: readonly Answer[], color: number | undefined): FilledEmbed[][] {
  const messages: FilledEmbed[][] = []
  for (const answer of answers) {
    const embed: FilledEmbed = {
      title: cut(inert(answer.label), longest.title),
      description: cut(shown(answer), longest.description),
      ...(color !== undefined && { color }),
    }
    const last = messages.at(-1)
    const fits = last && [...last, embed].reduce((sum, one) => sum + sizeOf(one), 0) <= longest.embed
    if (fits) last.push(embed)
    else messages.push([embed])
  }
  return messages
}

export interface OpeningMessage {
  content: string
  embeds: FilledEmbed[]
  /** Embeds of messages that follow it, where the answers are long. */
  more: FilledEmbed[][]
}

/**
 * The message that a ticket begins with.
 * @param pinged roles that are named in it, once
 * @param note what else to say: when the team is there again
 */
export function openingMessage(
  design: PanelDesign,
  facts: TicketFacts,
  {
    answers = [],
    pinged = [],
    note,
  }: { answers?: readonly Answer[]; pinged?: readonly string[]; note?: string | undefined },
): OpeningMessage {
  const plain = plainValues(design, facts)
  const mention = intended(`<@${facts.openerId}>`)
  const marked = { ...plain, user: mention, mention, 'user.mention': mention }
  const fill = (text: string, values: TemplateValues) => render(text, values).trim()
  const empty = design.open_title === '' && design.open_description === ''
  const embed: FilledEmbed = embedOf({
    title: fill(empty ? defaults.title : design.open_title, plain),
    description: fill(empty ? defaults.description : design.open_description, marked),
    color: design.open_color,
    footer: fill(design.open_footer, plain),
    footerIcon: design.open_footerIcon,
    image: design.open_image,
    thumbnail: design.open_thumbnail,
  }) ?? { title: cut(design.title, longest.title) }
  const fields = answers.map(answer => ({ name: cut(inert(answer.label), longest.title), value: shown(answer) }))
  const inOne =
    fields.every(({ value }) => lengthOf(value) <= longest.fieldValue) && sizeOf({ ...embed, fields }) <= longest.embed
  const mentions = [...pinged.map(id => `<@&${id}>`), `<@${facts.openerId}>`].join(' ')
  const words = [mentions, fill(design.welcome_message, marked), note].filter(Boolean).join('\n')
  return {
    content: cut(words, longest.content),
    embeds: [inOne && fields.length > 0 ? { ...embed, fields } : embed],
    more: inOne ? [] : answerMessages(answers, embed.color),
  }
}
