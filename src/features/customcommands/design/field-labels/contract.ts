import { z } from 'zod'
import { type FieldMeta, entriesDescribedAs } from '#contract'
import type { MessageDraft } from '#kit/message/contract.ts'
import { cut } from '#kit/template.ts'
import { type CommandDesign, commandDesign } from '../contract.ts'

/** The labels of a command's fields, the same as on its page, for the server's history. */

const { shape } = commandDesign

const as = <S extends z.ZodType>(schema: S, control: FieldMeta['control'], label: string, extra: object = {}): S =>
  schema.meta({ ...schema.meta(), control, label, title: label, ...extra })

const option = (value: string, label: string) => ({ value, label })

/** The beginning of an answer, on one line. */
export const firstWords = ({ content, embeds: [first] }: Pick<MessageDraft, 'content' | 'embeds'>): string =>
  [content, first?.title, first?.description, first?.author.name]
    .map(text => (text ?? '').replace(/\s+/gu, ' ').trim())
    .find(text => text !== '') ?? 'Embed'

/** The number of characters of an answer that are shown. */
const longestShown = 80

const fields = {
  name: as(shape.name, 'text', 'Name'),
  description: as(shape.description, 'text', 'Description'),
  on: as(shape.on, 'toggle', 'On'),
  arguments: entriesDescribedAs(
    shape.arguments.meta({ title: 'Words after it' }),
    ({ name, required, fallback }) =>
      `${required ? `<${name}>` : `[${name}]`}${fallback === '' ? '' : `, otherwise “${fallback}”`}`,
  ),
  answers: entriesDescribedAs(shape.answers.meta({ title: 'Answers' }), one => {
    const { length } = one.embeds
    return `${cut(firstWords(one), longestShown)}${length === 0 ? '' : ` (${length === 1 ? 'an embed' : `${length} embeds`})`}`
  }),
  sends: as(shape.sends, 'choice', 'Where it answers', {
    options: [option('reply', 'As a reply'), option('channel', 'In the channel'), option('dm', 'In a direct message')],
  }),
  deletes_call: as(shape.deletes_call, 'toggle', 'Delete what was typed'),
  pings: as(shape.pings, 'toggle', 'Ping those the text names'),
  allowed_roles: as(shape.allowed_roles, 'roles', 'Only with one of'),
  denied_roles: as(shape.denied_roles, 'roles', 'Not with'),
  allowed_channels: as(shape.allowed_channels, 'channels', 'Only in'),
  denied_channels: as(shape.denied_channels, 'channels', 'Not in'),
  member_wait: as(shape.member_wait, 'number', 'Wait for each member', { unit: 'seconds' }),
  shared_wait: as(shape.shared_wait, 'number', 'Wait in each channel', { unit: 'seconds' }),
  gives_role: as(shape.gives_role, 'role', 'Give a role'),
  takes_role: as(shape.takes_role, 'role', 'Take a role'),
} satisfies { [K in keyof CommandDesign]: z.ZodType }

export const toldCommand = z.object(fields)
