import { guildOf } from '../../world/lookup.ts'
import { joinGuild } from '../../world/members/join.ts'
import { createAccount } from '../../world/members/new-account.ts'
import type { Trouble } from '../trouble.ts'

const joins = 1000
const lastsMs = 10_000
const perStep = 20

const crowd: Trouble = {
  place: 6,
  title: 'A thousand newcomers',
  sentence: '1,000 people join in 10 s by one invite link.',
  async run({ sandbox, guildId, progress, pause }) {
    const code = guildOf(sandbox.world, guildId).invites.keys().next().value
    for (let joined = 1; joined <= joins; joined += 1) {
      joinGuild(sandbox, createAccount(sandbox, 'newcomer'), guildId, code)
      if (joined % perStep > 0) continue
      progress(`${joined} of ${joins} newcomers have joined`)
      await pause((lastsMs / joins) * perStep)
    }
    progress(`${joins} newcomers joined`)
  },
}

export default crowd
