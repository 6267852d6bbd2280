import type { Feature } from '#kernel/feature.ts'
import access from './access/index.ts'
import antinuke from './antinuke/index.ts'
import automations from './automations/index.ts'
import automod from './automod/index.ts'
import autorole from './autorole/index.ts'
import counters from './counters/index.ts'
import customcommands from './customcommands/index.ts'
import doctor from './doctor/index.ts'
import embeds from './embeds/index.ts'
import emojis from './emojis/index.ts'
import general from './general/index.ts'
import greetings from './greetings/index.ts'
import invites from './invites/index.ts'
import joindms from './joindms/index.ts'
import leveling from './leveling/index.ts'
import moderation from './moderation/index.ts'
import personalizer from './personalizer/index.ts'
import premium from './premium/index.ts'
import reactionroles from './reactionroles/index.ts'
import reputation from './reputation/index.ts'
import statistics from './statistics/index.ts'
import tickets from './tickets/index.ts'
import translation from './translation/index.ts'

/** The product's index: every feature, in the order events reach it. Safety first, rewards last. */
export const features: readonly Feature[] = [
  antinuke,
  moderation,
  automod,
  // Before the commands, which are messages too.
  statistics,
  general,
  premium,
  tickets,
  reactionroles,
  customcommands,
  autorole,
  // Before invites, which wait for Discord: a greeting is stored at once, and waits for the inviter only when it is
  // sent.
  greetings,
  joindms,
  invites,
  leveling,
  reputation,
  counters,
  // After commands, so that commands start no automations; and after features that give roles, so that those do.
  automations,
  embeds,
  emojis,
  translation,
  personalizer,
  doctor,
  access,
]
