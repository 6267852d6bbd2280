import { z } from 'zod'
import { type FieldMeta, entriesDescribedAs } from '#contract'
import { type MenuDesign, menuDesign, modes, styles } from '../contract.ts'

/** The labels of a menu's fields, the same as on its page where it has them, for the server's history. */

const { shape } = menuDesign

const as = <S extends z.ZodType>(schema: S, control: FieldMeta['control'], label: string, extra: object = {}): S =>
  schema.meta({ ...schema.meta(), control, label, title: label, ...extra })

const option = (value: string, label: string) => ({ value, label })

const fields = {
  name: as(shape.name, 'text', 'Name'),
  source: as(shape.source, 'choice', 'Message', {
    options: [option('written', 'Written here'), option('attached', 'Attached by link')],
  }),
  channel_id: as(shape.channel_id, 'channel', 'Channel'),
  attached_id: as(shape.attached_id, 'text', 'ID of the message'),
  content: as(shape.content, 'text', 'Text'),
  embeds: entriesDescribedAs(shape.embeds.meta({ title: 'Embeds' }), one => one.title || one.description || 'Embed'),
  lists: as(shape.lists, 'toggle', 'List the roles below the text'),
  kind: as(shape.kind, 'choice', 'Members choose by', {
    options: [option('reactions', 'Reactions'), option('buttons', 'Buttons'), option('select', 'Select')],
  }),
  mode: as(shape.mode, 'choice', 'Mode', { options: modes.map(({ value, label }) => option(value, label)) }),
  most: as(shape.most, 'number', 'At most, roles of one member'),
  choices: entriesDescribedAs(shape.choices.meta({ title: 'Roles' }), (one, names) => {
    const { emoji, label, style } = one
    // Gray is the default color of Discord's buttons; reactions and options of a select have no color.
    const colour = style === 'secondary' ? undefined : styles.find(({ value }) => value === style)?.label
    const marked = colour === undefined ? '' : ` (${colour})`
    return `${emoji === '' ? '' : `${emoji} `}${label === '' ? '' : `${label}: `}${names.role(one.role_id)}${marked}`
  }),
  required_roles: as(shape.required_roles, 'roles', 'Needs one of'),
  forbidden_roles: as(shape.forbidden_roles, 'roles', 'Not with'),
  lasts: as(shape.lasts, 'number', 'Role lasts', { unit: 'minutes' }),
  placeholder: as(shape.placeholder, 'text', 'Placeholder'),
} satisfies { [K in keyof MenuDesign]: z.ZodType }

export const toldMenu = z.object(fields)
