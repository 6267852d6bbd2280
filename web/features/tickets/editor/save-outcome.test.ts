import { expect, test } from 'vitest'
import { afterSaving, type Outcome } from './save-outcome.ts'

const refused: Outcome = { tone: 'danger', title: 'Please select a channel for the panel' }
const deployed: Outcome = { tone: 'success', title: 'Panel deployed successfully!' }
const notDeployed: Outcome = { tone: 'danger', title: 'Failed to deploy panel', isDeployment: true }

test('an automatic save says nothing, and no longer why the panel could not be saved before', () => {
  expect(afterSaving(refused, '')).toBeUndefined()
  expect(afterSaving(deployed, '')).toBe(deployed)
  // The panel is still not deployed.
  expect(afterSaving(notDeployed, '')).toBe(notDeployed)
  expect(afterSaving(refused, 'Panel saved successfully!')).toEqual({
    tone: 'success',
    title: 'Panel saved successfully!',
  })
})
