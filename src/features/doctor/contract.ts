import { z } from 'zod'
import { contract, endpoint } from '#contract'

/** Stands in place of a feature's name for what every feature needs. */
export const everyFeature = 'general'

const finding = z.object({
  /** The feature that requires it, or {@link everyFeature}. */
  feature: z.string(),
  /** 'error': something configured does not work; 'warning': something that may be used will not. */
  severity: z.enum(['error', 'warning']),
  title: z.string(),
  /** What to do about it, in one sentence. */
  repair: z.string(),
  /** The missing permission, by Discord's name; left out if something else is missing. */
  permission: z.string().optional(),
  /** The settings field that it is about, for the page that shows it. */
  setting: z.string().optional(),
  /** All features and settings that it is about, if more than one. */
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
