import { readFileSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const font = readFileSync('node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2').toString(
  'base64',
)
const mark = readFileSync('web/public/images/mark.svg', 'utf8').replace('<svg ', '<svg class="mark" ')

/** Heights of the fence posts below the text, in percent, and which of them are blue. */
const posts = [72, 88, 80, 100, 84, 92, 78, 96, 86, 74, 90, 82]
const blue = new Set([3, 4, 7])

const preview = `<!doctype html><style>
@font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; overflow: hidden; background: #0b131c; color: #e8edf2; font-family: Geist; position: relative }
.brand { position: absolute; left: 80px; top: 72px; display: flex; align-items: center; gap: 18px; font-size: 38px; font-weight: 600 }
.mark { width: 52px; height: 52px; color: #2ea6f2 }
h1 { position: absolute; left: 80px; top: 176px; font-size: 84px; line-height: 90px; letter-spacing: -0.03em; font-weight: 600; width: 900px }
.posts { position: absolute; inset: auto 80px 0; height: 216px; display: flex; align-items: flex-end; gap: 12px; border-bottom: 0 }
.posts i { flex: 1; background: #22303d; clip-path: polygon(0 26px, 50% 0, 100% 26px, 100% 100%, 0 100%) }
.posts .on { background: #068add }
</style><div class="brand">${mark}Palisade</div><h1>A quiet guard for loud communities.</h1>
<div class="posts">${posts.map((height, place) => `<i class="${blue.has(place) ? 'on' : ''}" style="height:${height}%"></i>`).join('')}</div>`

const icon = (
  size: number,
) => `<!doctype html><style>* { margin: 0 } body { width: ${size}px; height: ${size}px; background: #0b2030; display: grid; place-items: center }
.mark { width: 66%; height: 66%; color: #2ea6f2 }</style>${mark}`

/** The pictures by which other sites and home screens show this one. */
export async function drawCards(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const draw = async (html: string, width: number, height: number, file: string) => {
    await page.setViewportSize({ width, height })
    await page.setContent(html)
    await page.evaluate(() => document.fonts.ready)
    writeFileSync(file, await page.screenshot())
  }
  await draw(preview, 1200, 630, 'web/public/images/preview.png')
  await draw(icon(180), 180, 180, 'web/public/images/icon-180.png')
  await page.close()
}
