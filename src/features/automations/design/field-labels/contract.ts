import { z } from 'zod'
import { type EntryNames, type FieldMeta, entriesDescribedAs } from '#contract'
import { type Action, type Condition, type Design, design, trigger } from '../contract.ts'
import { actionKind, conditionKind, triggers, writers } from '../kinds/contract.ts'

/** The labels of an automation's fields for the server's history, as on its page. */

const { shape } = design

const as = <S extends z.ZodType>(schema: S, control: FieldMeta['control'], label: string, extra: object = {}): S =>
  schema.meta({ ...schema.meta(), control, label, title: label, ...extra })

function conditionWords(one: Condition, names: EntryNames): string {
  const { subject, label, operand, unit } = conditionKind(one.kind)
  const role = one.role_id === null ? 'no role' : names.role(one.role_id)
  const compared = {
    words: one.words.join(', '),
    role,
    channels: one.channels.map(id => names.channel(id)).join(', '),
    number: `${one.count} ${unit ?? ''}`,
    age: `${one.count} ${one.unit}${one.kind.startsWith('joined') ? ' ago' : ''}`,
    none: '',
  }[operand]
  return `${subject} ${label} ${compared}`.trim()
}

function actionWords(one: Action, names: EntryNames): string {
  const parts = [
    one.channel_id === null ? '' : names.channel(one.channel_id),
    one.role_id === null ? '' : names.role(one.role_id),
    one.kind === 'react' ? one.emoji : '',
    one.kind === 'timeout' ? `${one.minutes} minutes` : '',
    one.text,
  ].filter(part => part !== '')
  const { label } = actionKind(one.kind)
  return parts.length === 0 ? label : `${label}: ${parts.join(', ')}`
}

const started = trigger.shape
const toldTrigger = z
  .object({
    kind: as(started.kind, 'choice', 'Trigger', { options: triggers }),
    channels: as(started.channels, 'channels', 'In'),
    by: as(started.by, 'choice', 'By', { options: writers }),
    emojis: started.emojis.meta({ title: 'Emojis' }),
    roles: as(started.roles, 'roles', 'Roles'),
  })
  .meta({ title: 'When' })

const fields = {
  name: as(shape.name, 'text', 'Name'),
  on: as(z.boolean(), 'toggle', 'On'),
  trigger: toldTrigger,
  matches: as(shape.matches, 'choice', 'If', {
    options: [
      { value: 'all', label: 'All of these are true' },
      { value: 'any', label: 'Any of these is true' },
    ],
  }),
  conditions: entriesDescribedAs(shape.conditions.meta({ title: 'Conditions' }), conditionWords),
  actions: entriesDescribedAs(shape.actions.meta({ title: 'Actions' }), actionWords),
  runs_per_hour: as(shape.runs_per_hour, 'number', 'Runs an hour'),
  member_minutes: as(shape.member_minutes, 'number', 'For one member', { unit: 'minutes' }),
} satisfies { [K in keyof Design | 'on']: z.ZodType }

export const toldAutomation = z.object(fields)
