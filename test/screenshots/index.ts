import { sharedBrowser } from '../e2e/browser.ts'
import setUp from '../e2e/build.ts'
import { drawCards } from './cards.ts'
import { photographProduct } from './product.ts'

await setUp()
const browser = await sharedBrowser()
await drawCards(browser)
await photographProduct()
await browser.close()
process.exit()
