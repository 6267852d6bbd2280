import { z } from 'zod'
import { contract, endpoint } from '#contract'

/** Stands where a feature's name does, for what every feature needs. */
export const everyFeature = 'general'

const finding = z.object({
  /** The feature that asks for it, or {@link everyFeature}. */
  feature: z.string(),
  /** 'error': something configured does not work; 'warning': something that may be used will not. */
  severity: z.enum(['error', 'warning']),
  title: z.string(),
  /** What to do about it, one sentence. */
  repair: z.string(),
  /** Discord's permission that is lacking, as Discord calls it; nothing where it is something else. */
  permission: z.string().optional(),
  /** The settings field it is about, for the page that shows it. */
  setting: z.string().optional(),
  /** Every feature and setting it is about, where that is more than one. */
  places: z.array(z.object({ feature: z.string(), setting: z.string().optional() })).optional(),
})
export type Finding = z.output<typeof finding>

export default contract('doctor', {
  title: 'Doctor',
  summary: 'What keeps the bot from doing what is configured, with what to do about it.',
  words: ['problems', 'errors', 'permissions', 'missing permissions', 'health', 'check', 'troubleshooting'],
  icon: 'stethoscope',
  docs: 'Getting Started',
  page: { path: 'doctor', area: 'ADMINISTRATION', order: 4 },
  endpoints: {
    examine: endpoint({
      summary: 'Examines what keeps the bot from doing what is configured, with what to do about it.',
      method: 'GET',
      path: '/guild/:guildId/doctor',
      needs: 'visit',
      reply: z.object({ ok: z.boolean(), findings: z.array(finding) }),
    }),
  },
})
