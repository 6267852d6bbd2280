import { sharedBrowser } from '../e2e/browser.ts'
import { drawCards } from './cards.ts'

const browser = await sharedBrowser()
await drawCards(browser)
await browser.close()
process.exit()
