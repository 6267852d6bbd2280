import { z } from 'zod'
import { type FieldMeta, entriesDescribedAs } from '#contract'
import type { EmbedDraft } from '#kit/message/contract.ts'
import { type hours, questionKindWords } from '../../opening/contract.ts'
import { type PanelDesign, panelDesign } from '../contract.ts'

/**
 * Labels of a panel's editable properties, as in its editor: for the history, and for conflicts between two editors.
 */

const { shape } = panelDesign

const as = <S extends z.ZodType>(schema: S, control: FieldMeta['control'], label: string, extra: object = {}): S =>
  schema.meta({ ...schema.meta(), control, label, title: label, ...extra })

const option = (value: string, label: string) => ({ value, label })

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type Day = z.output<typeof hours>['days'][number]
const dayText = (day: Day, place: number) =>
  `${weekdays[place] ?? ''} ${day ? `${clock(day.from)} to ${clock(day.to)}` : 'off'}`

const hoursText = ({ name, value }: { name: string; value: unknown }): string => {
  if (name === 'enabled') return value === true ? 'are kept' : 'are not kept'
  if (name === 'timeZone') return `Time zone ${String(value)}`
  // The value has been parsed by the schema.
  if (name === 'days') return (value as Day[]).map(dayText).join(', ')
  if (name === 'daysOff') return `Days off: ${(value as string[]).join(', ') || 'none'}`
  return value === 'refuse' ? 'Outside of them, no ticket opens' : 'Outside of them, tickets open'
}

const embedText = ({ title, description, fields }: EmbedDraft): string =>
  title || description || fields.map(({ name }) => name).join(', ') || 'Embed'

const fields = {
  title: as(shape.title, 'text', 'Panel title'),
  description: as(shape.description, 'text', 'Description'),
  color: as(shape.color, 'text', 'Color'),
  button_label: as(shape.button_label, 'text', 'Button label'),
  button_emoji: as(shape.button_emoji, 'text', 'Button emoji'),
  footer: as(shape.footer, 'text', 'Footer'),
  footerIcon: as(shape.footerIcon, 'text', 'Footer icon'),
  image: as(shape.image, 'text', 'Image'),
  thumbnail: as(shape.thumbnail, 'text', 'Thumbnail'),
  channel_id: as(shape.channel_id, 'channel', 'Default channel'),
  welcome_message: as(shape.welcome_message, 'text', 'Welcome message'),
  ticket_name_format: as(shape.ticket_name_format, 'text', 'Name of a ticket'),
  close_button: as(shape.close_button, 'toggle', 'Close button'),
  close_button_label: as(shape.close_button_label, 'text', 'Close button label'),
  close_button_emoji: as(shape.close_button_emoji, 'text', 'Close button emoji'),
  transcript: as(shape.transcript, 'toggle', 'Keep a transcript'),
  auto_delete: as(shape.auto_delete, 'toggle', 'Delete closed tickets'),
  auto_delete_time: as(shape.auto_delete_time, 'number', 'Deleted after', { unit: 'minutes' }),
  support_team_view: as(shape.support_team_view, 'toggle', 'The support team sees its tickets'),
  max_duration: as(shape.max_duration, 'number', 'Closed after', { unit: 'hours' }),
  required_inputs: entriesDescribedAs(
    shape.required_inputs.meta({ title: 'Questions' }),
    ({ label, kind, required }) => `${label} (${questionKindWords[kind]}${required ? '' : ', optional'})`,
  ),
  categories: as(shape.categories, 'channels', 'Open categories'),
  open_title: as(shape.open_title, 'text', 'Opening message: title'),
  open_description: as(shape.open_description, 'text', 'Opening message: text'),
  open_color: as(shape.open_color, 'text', 'Opening message: color'),
  open_footer: as(shape.open_footer, 'text', 'Opening message: footer'),
  open_footerIcon: as(shape.open_footerIcon, 'text', 'Opening message: footer icon'),
  open_image: as(shape.open_image, 'text', 'Opening message: image'),
  open_thumbnail: as(shape.open_thumbnail, 'text', 'Opening message: thumbnail'),
  more_embeds: entriesDescribedAs(shape.more_embeds.meta({ title: 'Further parts of the embeds' }), embedText),
  open_more_embeds: entriesDescribedAs(
    shape.open_more_embeds.meta({ title: 'Opening message: further parts of the embeds' }),
    embedText,
  ),
  kind: as(shape.kind, 'choice', 'A ticket is', {
    options: [option('channel', 'A channel'), option('thread', 'A private thread')],
  }),
  button_style: as(shape.button_style, 'choice', 'Button color', {
    options: [
      option('primary', 'Blurple'),
      option('secondary', 'Gray'),
      option('success', 'Green'),
      option('danger', 'Red'),
    ],
  }),
  // The id of another panel.
  joined_to: as(shape.joined_to, 'choice', 'Its button is on the message of'),
  offered_as: as(shape.offered_as, 'choice', 'Joined panels are', {
    options: [option('buttons', 'Buttons'), option('select', 'A menu')],
  }),
  support_roles: as(shape.support_roles, 'roles', 'Roles that answer'),
  view_roles: as(shape.view_roles, 'roles', 'Roles that only see'),
  ping_roles: as(shape.ping_roles, 'roles', 'Roles to ping'),
  max_open: as(shape.max_open, 'number', 'Open at once'),
  required_roles: as(shape.required_roles, 'roles', 'Required roles'),
  claim_visibility: as(shape.claim_visibility, 'choice', 'When somebody claims a ticket', {
    options: [
      option('everyone', 'Everybody can still answer'),
      option('read_only', 'Others on the team can only read'),
      option('hidden', 'Others on the team can no longer see it'),
    ],
  }),
  auto_claim: as(shape.auto_claim, 'toggle', 'The first to answer claims it'),
  close_on_leave: as(shape.close_on_leave, 'toggle', 'Close when its member leaves the server'),
  feedback: as(shape.feedback, 'toggle', 'Ask for a rating'),
  hours: entriesDescribedAs(shape.hours.meta({ title: 'Working hours' }), hoursText),
  first_response_goal: as(shape.first_response_goal, 'number', 'First answer within', { unit: 'minutes' }),
  resolution_goal: as(shape.resolution_goal, 'number', 'Closed within', { unit: 'minutes' }),
} satisfies Record<keyof PanelDesign, z.ZodType>

/** A panel's design with labels. */
export const toldPanel = z.object(fields)
