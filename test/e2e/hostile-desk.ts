import { createHostileWorld, hostile } from '../hostile-world.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'

/**
 * A desk in a world where everything that can be named has a name made to break pages. Everything has happened once,
 * and every feature is on. If a page opens a browser dialog, that is one of the complaints.
 */
export async function createHostileDesk(): Promise<Desk> {
  const desk = await createDesk({ sandbox: { world: createHostileWorld() } })
  const { harness, complaints } = desk
  const general = harness.channel('general')
  for (const text of Object.values(hostile)) await harness.as('member1').say(general, `${text} **${text}**`)
  await everythingOn(desk)
  const owner = await harness.signIn('owner')
  const body = { basicUpdate: true, prefix: '"><b>' }
  const { status } = await owner.call('POST', `/api/guild/${harness.guildId}/basic`, body)
  if (status !== 200) throw new Error(`the prefix was answered with ${status}`)
  const { open } = desk
  desk.open = async options => {
    const page = await open(options)
    page.on('dialog', dialog => {
      complaints.push(`a dialog at ${page.url()}`)
      void dialog.dismiss()
    })
    return page
  }
  return desk
}
