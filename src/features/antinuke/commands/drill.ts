import { command, option } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'
import type antinuke from '../contract.ts'
import type { DrillResult, Ending } from '../drill/contract.ts'
import { drill as runDrill } from '../drill/drill.ts'
import { ephemeral } from './author.ts'

/** Why nobody stops them. */
const because: Record<Exclude<Ending, 'stopped' | 'powerless'>, string> = {
  'out-of-reach': 'I cannot stop them.',
  trusted: 'They are trusted, so nothing counts.',
  'not-counted': 'The modules are off.',
  'no-punishment': 'The punishment is None.',
  harmless: 'That is too few to reach a limit.',
}

function whatComesBack(verifiedAt: number | null, back: number, landed: number): string {
  if (verifiedAt === null) return 'nothing comes back: auto recovery is off'
  return back === landed ? 'everything comes back' : `${back} come back`
}

function told({ ending, landed, attempts, floor, back, stoppedAt, verifiedAt }: DrillResult, role: string): string {
  if (ending === 'powerless') return `A compromised ${role} can neither delete channels or roles nor ban members.`
  if (attempts === 0) return `A compromised ${role} finds nothing to destroy.`
  if (ending !== 'stopped')
    return `A compromised ${role} lands all of ${formatCount(attempts, 'action')}. ${because[ending]}`
  return [
    `A compromised ${role} lands ${formatNumber(landed)} of ${formatCount(attempts, 'action')} at ten a second; ${floor} is the least possible.`,
    `They are stopped after ${Math.round(stoppedAt ?? 0)} ms, and ${whatComesBack(verifiedAt, back.length, landed)}.`,
  ].join('\n')
}

const tried =
  'What they try, in turn: deleting channels, deleting roles and banning members. Nothing was sent to Discord.'

export const drill = command<typeof antinuke>()({
  description: 'Shows what somebody with a role could destroy, on a copy of this server',
  needs: ['antinuke.view'],
  always: true,
  options: { role: option.role('the role whose holder is compromised') },
  examples: ['@Moderator'],
  async run(ctx, { role }) {
    const wish = { kind: 'role', id: role.id, attack: 'all', rate: 10, profile: 'typical' } as const
    const { drill: result } = await runDrill(ctx, wish)
    const film = new URL(`/manage/${ctx.guild.id}/antinuke/drill?who=role-${role.id}`, ctx.config.http.publicUrl).href
    const description = `${told(result, `<@&${role.id}>`)}\n${tried} [See the film](${film}).`
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'Drill', description }] }, ephemeral)
  },
})
