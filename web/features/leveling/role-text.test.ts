import { expect, test } from 'vitest'
import { outcomeText, outlookTitle, resultTitle } from './role-text.ts'

const counts = { given: 3, taken: 1, refused: 0, takenBack: 0, givenBack: 0, left: 0 }

test('what happens to level roles is described before, during and after', () => {
  expect(outlookTitle({ members: 0, gains: 0, loses: 0 })).toBe('Nobody gets or loses a role.')
  expect(outlookTitle({ members: 2, gains: 2, loses: 0 })).toBe('2 members: 2 roles given, none taken')
  expect(resultTitle({ state: 'followed', counts })).toBe('Level roles: 3 roles given, 1 taken')
  expect(resultTitle({ state: 'undone', counts: { ...counts, takenBack: 2, left: 1, givenBack: 1 } })).toBe(
    'Level roles undone: 2 roles taken back, 1 given back, 1 left as they are',
  )
  const role = { id: '1', name: 'Potter' }
  expect(outcomeText({ role, change: 'taken', outcome: 'undone' })).toBe('lost @Potter, and got it back')
  expect(outcomeText({ role, change: 'given', outcome: 'overruled' })).toBe(
    'was given @Potter, and somebody has changed that since',
  )
})
