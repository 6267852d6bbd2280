import { command, option } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import type antinuke from '../contract.ts'
import type { DrillResult, Ending } from '../drill/contract.ts'
import { drill as runDrill } from '../drill/drill.ts'
import { ephemeral } from './author.ts'

/** Why nobody stops them. */
const because: Record<Exclude<Ending, 'stopped' | 'powerless'>, string> = {
  'out-of-reach': 'I cannot stop them.',
  trusted: 'They are trusted, so nothing counts.',
  'not-counted': 'The module is off.',
  'no-punishment': 'The punishment is None.',
  harmless: 'That is too few to reach the limit.',
}

function whatComesBack(verifiedAt: number | null, back: number, landed: number): string {
  if (verifiedAt === null) return 'nothing comes back: auto recovery is off'
  return back === landed ? 'everything comes back' : `${back} come back`
}

function told({ ending, landed, attempts, floor, back, stoppedAt, verifiedAt }: DrillResult, role: string): string {
  if (ending === 'powerless') return `A compromised ${role} cannot delete channels at all.`
  if (ending !== 'stopped') return `A compromised ${role} deletes all ${attempts}. ${because[ending]}`
  return [
    `A compromised ${role} deletes ${formatCount(landed, 'channel')} of ${attempts} at ten a second; ${floor} is the least possible.`,
    `They are stopped after ${Math.round(stoppedAt ?? 0)} ms, and ${whatComesBack(verifiedAt, back.length, landed)}.`,
  ].join('\n')
}

export const drill = command<typeof antinuke>()({
  description: 'Shows what somebody with a role could destroy, on a copy of this server',
  needs: ['antinuke.view'],
  always: true,
  options: { role: option.role('the role whose holder is compromised') },
  examples: ['@Moderator'],
  async run(ctx, { role }) {
    const wish = { kind: 'role', id: role.id, attack: 'channels', rate: 10, profile: 'typical' } as const
    const { drill: result } = await runDrill(ctx, wish)
    const description = `${told(result, `<@&${role.id}>`)}\nNothing was sent to Discord.`
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'Drill', description }] }, ephemeral)
  },
})
