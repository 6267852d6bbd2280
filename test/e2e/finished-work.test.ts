import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { settled } from './page-settled.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('finished work is folded above the history, says when it was started, and asks before it is undone', async () => {
  const { harness } = desk
  const owner = await harness.signIn('owner')
  const progression = `/api/guild/${harness.guildId}/progression`
  const member = harness.as('member1').userId
  await owner.call('POST', `${progression}/members/${member}`, { action: 'set', amount: 5000 })
  expect((await owner.call('POST', `${progression}/reset`, { confirm: 'reset' })).status).toBe(200)
  const ranked = async () =>
    ((await owner.call('GET', `${progression}/leaderboard`)).body as { total: number; rows: { total: number }[] }).rows

  const page = await desk.signedIn('owner')
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/history`))
  const work = page.getByRole('region', { name: 'Background work' })
  const undo = work.getByRole('button', { name: 'Undo: Reset of everybody’s XP' })
  await work.getByText('Finished (1)').waitFor()
  await expect.poll(() => undo.isVisible()).toBe(false)
  await work.getByText('Finished (1)').click()
  await work.getByText(/started (today|yesterday) at \d\d:\d\d by /).waitFor()
  await settled(page)
  expect(await axeFindings(page)).toEqual([])

  await undo.click()
  const dialog = page.getByRole('dialog', { name: 'Undo “Reset of everybody’s XP”?' })
  await dialog.getByText(/^Every member of that change gets back/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await ranked()).toEqual([])
  await undo.click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await undo.waitFor({ state: 'detached' })
  await expect.poll(ranked).toMatchObject([{ total: 5000 }])
  expect(desk.complaints).toEqual([])
})
