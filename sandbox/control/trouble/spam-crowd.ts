import { joinGuild } from '../../world/members/join.ts'
import { createAccount } from '../../world/members/new-account.ts'
import { writableChannelOf } from '../members.ts'
import { Refusal, type Trouble } from '../trouble.ts'

const spammers = 50
const messages = 20
const lastsMs = 10_000

const spamCrowd: Trouble = {
  place: 7,
  title: 'Spam crowd',
  sentence: '50 new accounts send 20 messages each in 10 s.',
  async run({ sandbox, guildId, act, pause, progress }) {
    const crowd = Array.from({ length: spammers }, () => createAccount(sandbox, 'spammer'))
    for (const id of crowd) joinGuild(sandbox, id, guildId)
    const channelId = writableChannelOf(sandbox, guildId, crowd[0] ?? '')
    let sent = 0
    let refused = 0
    const write = async (id: string, round: number) => {
      const content = `@here join us now, wave ${round}: https://discord.gg/not-a-place`
      try {
        await act(id, 'POST', `/channels/${channelId}/messages`, { content })
        sent += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused += 1
      }
    }
    for (let round = 1; round <= messages; round += 1) {
      await Promise.all(crowd.map(id => write(id, round)))
      progress(`Wave ${round} of ${messages}: ${sent} messages sent, ${refused} refused`)
      await pause(lastsMs / messages)
    }
    progress(`${sent} messages sent, ${refused} refused`)
  },
}

export default spamCrowd
