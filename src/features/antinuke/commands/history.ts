import { isRecord, titleOf } from '#contract'
import { command } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { cut, timeTag } from '#kit/template.ts'
import antinuke, { settings } from '../contract.ts'
import { type Incident, incidentsIn, landedIn } from '../incidents/incidents.ts'
import { moduleLabel, punishments } from '../modules/contract.ts'
import { ephemeral, type Ctx } from './author.ts'

/** The most entries of each list. */
const mostListed = 8
/** The most characters in a field of an embed. Source: Discord's documentation, "Embed Limits". */
const mostInField = 1024
const mostInLine = 200

const states: Record<Incident['state'], string> = {
  'under-way': 'under way',
  contained: 'contained',
  'not-stopped': 'not stopped',
  undone: 'undone',
}

const moment = (at: number) => timeTag(at, 'f')

/** The name of a switch or choice; undefined for longer values, of which only the setting is named. */
function valueText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return punishments.find(one => one.value === value)?.label
}

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])

/** Changes in words: 'Anti-Ban: on → off', one for each module that differs. */
function changeText(key: string, before: unknown, after: unknown): string[] {
  const shape: Record<string, (typeof settings.shape)[keyof typeof settings.shape]> = settings.shape
  const schema = shape[key]
  const label = (schema && titleOf(schema)) ?? key
  const arrow = (name: string, was: unknown, is: unknown) => {
    const [from, to] = [valueText(was), valueText(is)]
    return from !== undefined && to !== undefined ? `${name}: ${from} → ${to}` : name
  }
  if (key !== 'modules' && key !== 'modulePunishments') return [arrow(label, before, after)]
  const had = new Map(entriesOf(before))
  return entriesOf(after).flatMap(([module, value]) => {
    if (had.get(module) === value) return []
    const global = (one: unknown) => (key === 'modulePunishments' ? (valueText(one) ?? 'Use Global') : valueText(one))
    return [`${moduleLabel(module)}: ${global(had.get(module))} → ${global(value)}`]
  })
}

/** Joins as many whole lines as fit. */
function fitting(lines: readonly string[], none: string): string {
  let text = ''
  for (const line of lines) {
    const more = text === '' ? line : `${text}\n${line}`
    if (more.length > mostInField) break
    text = more
  }
  return text || none
}

function changesIn({ settings: store, guild }: Ctx): string {
  const lines = store
    .history(guild.id, { feature: antinuke.name, limit: mostListed })
    .map(({ at, author, changes }) => {
      const what = Object.entries(changes).flatMap(([key, [before, after]]) => changeText(key, before, after))
      return `${moment(at)} ${author.userId === null ? 'I' : `<@${author.userId}>`}: ${cut(what.join(', '), mostInLine)}`
    })
  return fitting(lines, 'Nothing has been changed yet.')
}

function incidentLines(ctx: Ctx): string {
  const lines = incidentsIn(ctx, ctx.guild.id, mostListed).map(incident => {
    const { number, startedAt, actorId, state } = incident
    const who = actorId === null ? 'Somebody' : `<@${actorId}>`
    return `**${number}** ${moment(startedAt)} ${who}: ${formatCount(landedIn(ctx, incident), 'action')}, ${states[state]}`
  })
  return fitting(lines, 'No incidents yet.')
}

export const history = command<typeof antinuke>()({
  description: 'Lists the last incidents, and who changed what in the protection',
  run: ctx =>
    ctx.reply(
      {
        embeds: [
          {
            color: colours.brand,
            title: 'Anti-nuke: history',
            fields: [
              { name: 'Incidents', value: incidentLines(ctx) },
              { name: 'Changes', value: changesIn(ctx) },
            ],
          },
        ],
      },
      ephemeral,
    ),
})
