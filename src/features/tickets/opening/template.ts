import { emptyEmbed } from '#kit/message/contract.ts'
import { fitEmbeds, type SentEmbed, sentLength } from '#kit/message/fitting/template.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { cut, inert, trusted, messageLimits, render, type TemplateValues } from '#kit/template.ts'
import type { openingFills, PanelDesign } from '../panels/contract.ts'
import { panelEmbeds } from '../panels/embeds/contract.ts'

/** A question and its answer, as stored with a ticket. */
export interface Answer {
  label: string
  value: string
  /** Whether the value consists of mentions that this feature wrote for chosen people, roles or channels. */
  mentions?: boolean
  files?: { name: string; url: string; size: number }[]
}

/** Values for the placeholders in the texts of a new ticket. */
export interface OpeningFacts {
  /** With leading zeros. */
  number: string
  openerId: string
  username: string
  displayName: string
  server: string
}

const defaults = {
  title: '{panel}',
  description: 'Thank you for writing to us. Tell us what it is about; somebody from the team will answer here.',
}

const plainValues = (design: PanelDesign, { number, username, displayName, server }: OpeningFacts) => ({
  number,
  username,
  user: displayName,
  panel: design.title,
  server,
})

const lengthOf = (text: string) => [...text].length

const shown = ({ value, mentions }: Answer) => (mentions ? value : inert(value))

/** Answers that are too long for the fields of one embed: one embed each, in as many messages as needed. */
function answerMessages(answers: readonly Answer[], color: number | undefined): SentEmbed[][] {
  const messages: SentEmbed[][] = []
  for (const answer of answers) {
    const embed: SentEmbed = {
      title: cut(inert(answer.label), messageLimits.title),
      description: cut(shown(answer), messageLimits.description),
      ...(color !== undefined && { color }),
    }
    const last = messages.at(-1)
    const fits = last && sentLength([...last, embed]) <= messageLimits.embed
    if (fits) last.push(embed)
    else messages.push([embed])
  }
  return messages
}

export interface OpeningMessage {
  content: string
  embeds: SentEmbed[]
  /** Embeds of further messages, if the answers are long. */
  more: SentEmbed[][]
}

/**
 * Returns the first message of a ticket.
 * @param pinged roles that are mentioned in it, once
 * @param note a further line, such as when the team is available again
 */
export function openingMessage(
  design: PanelDesign,
  facts: OpeningFacts,
  {
    answers = [],
    pinged = [],
    note,
  }: { answers?: readonly Answer[]; pinged?: readonly string[]; note?: string | undefined },
): OpeningMessage {
  const plain = plainValues(design, facts)
  const mention = trusted(`<@${facts.openerId}>`)
  const marked: Record<(typeof openingFills)[number], TemplateValues[string]> = {
    ...plain,
    user: mention,
    mention,
    'user.mention': mention,
  }
  const fill = (text: string, values: TemplateValues) => render(text, values).trim()
  const [first = emptyEmbed, ...others] = panelEmbeds(design, 'opening')
  const isUnwritten = design.open_title === '' && design.open_description === ''
  const written = fitEmbeds([isUnwritten ? { ...first, ...defaults } : first, ...others], { marked, plain })
  const [opening = { title: cut(design.title, messageLimits.title) }, ...rest]: SentEmbed[] = written
  const asked = answers.map(answer => ({ name: cut(inert(answer.label), messageLimits.title), value: shown(answer) }))
  const fields = [...(opening.fields ?? []), ...asked]
  const inOne =
    asked.every(({ value }) => lengthOf(value) <= messageLimits.fieldValue) &&
    fields.length <= limits.fields &&
    sentLength([{ ...opening, fields }, ...rest]) <= messageLimits.embed
  const mentions = [...pinged.map(id => `<@&${id}>`), `<@${facts.openerId}>`].join(' ')
  const words = [mentions, fill(design.welcome_message, marked), note].filter(Boolean).join('\n')
  return {
    content: cut(words, messageLimits.content),
    embeds: [inOne && asked.length > 0 ? { ...opening, fields } : opening, ...rest],
    more: inOne ? [] : answerMessages(answers, opening.color),
  }
}
