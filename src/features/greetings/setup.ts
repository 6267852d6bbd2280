import type { CommunityKind, Setup } from '#kernel/declarations/setup.ts'
import greetings from './contract.ts'

/** The welcome embed's text for each kind of community, used while it still has the default text. */
const wording: Partial<Record<CommunityKind, string>> = {
  makers: 'Show us what you are working on. Unfinished is welcome.',
  games: 'Tell us what you play, and look for company in the channels.',
  study: 'Ask whatever you want to know. Nobody was born knowing it.',
  support: 'Describe what happened and what you have tried. Somebody will answer.',
  creators: 'Nice to have you here. Have a look at the rules, then say hello.',
}

const usual = greetings.settings.parse({}).welcome_embed_description

export const setup: Setup<typeof greetings> = ({ kind, greet, greetChannel, goodbye }, own) => ({
  ...(greet && {
    greet: {
      welcome_enabled: true,
      welcome_channel: greetChannel,
      ...(goodbye && { farewell_enabled: true, farewell_channel: greetChannel }),
    },
    kind: { welcome_embed_description: own.welcome_embed_description === usual ? wording[kind] : undefined },
  }),
})
