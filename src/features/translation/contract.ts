import { z } from 'zod'
import { contract, field, settingsForm } from '#contract'

/** The longest text that may be sent to the service. */
export const longestText = 2000
/** Seconds between two translations by reaction for one member of a server. */
export const cooldownSeconds = 120

const toggle = (keys: { posted?: string; shown?: string } = {}) =>
  field
    .toggle('Flag Translation', { help: 'Translate a message when somebody reacts to it with a flag.', ...keys })
    .default(false)
const settings = z.object({ enabled: toggle() })

export default contract('translation', {
  title: 'Flag Translation',
  summary: 'Translates a message when somebody reacts to it with a flag.',
  words: ['translate', 'languages'],
  icon: 'languages',
  docs: 'Community',
  page: { path: 'translation', area: 'COMMUNITY', order: 4 },
  settings,
  forms: {
    basic: settingsForm({
      summary: 'Switches translation by flag reactions, together with the server’s basic settings.',
      address: '/guild/:guildId/basic',
      flag: 'basicUpdate',
      settings: z.object({ enabled: toggle({ posted: 'flag_translation', shown: 'flag_translation.enabled' }) }),
    }),
    translation: settingsForm({
      summary: 'Switches translation by flag reactions on or off.',
      address: '/guild/:guildId/translation',
      flag: 'translationUpdate',
      under: 'translation',
      settings,
      shows: z.object({
        /** 'off': the operator has not configured a service; 'down': it does not answer. */
        service: z.enum(['off', 'down', 'ready']),
        /** The host that texts are sent to. */
        host: z.string().nullable(),
        /** The languages that the service offers, with the countries whose flags ask for each. */
        languages: z.array(z.object({ name: z.string(), countries: z.array(z.string()) })),
      }),
    }),
  },
})
