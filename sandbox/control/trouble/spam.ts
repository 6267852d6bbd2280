import { writableChannelOf, memberByLogin } from '../members.ts'
import { Refusal, type Trouble } from '../trouble.ts'

const messages = 30
const lastsMs = 5000

const spam: Trouble = {
  place: 4,
  title: 'Spam wave',
  sentence: 'One member sends 30 messages in 5 s.',
  async run({ sandbox, guildId, act, pause, progress }) {
    const spammer = memberByLogin(sandbox, guildId, 'member8')
    const channelId = writableChannelOf(sandbox, guildId, spammer)
    for (let place = 1; place <= messages; place += 1) {
      const content = `FREE GIFT CARDS, first come first served!! (${place}) http://gifts.example.test/claim`
      try {
        await act(spammer, 'POST', `/channels/${channelId}/messages`, { content })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        progress(`Stopped after ${place - 1} messages: ${error.message}`)
        return
      }
      progress(`${place} of ${messages} messages sent`)
      await pause(lastsMs / messages)
    }
    progress(`${messages} messages sent`)
  },
}

export default spam
