import { inert } from '#kit/template.ts'
import { saveFile } from '#web/app/save-file.ts'
import type { Figure } from '../figures.tsx'
import { momentOf } from './drill-words.ts'
import { type Drawn, type LossesOverTime, stepsThrough } from './losses-over-time.ts'

/** What a drill's picture shows. */
export interface Pictured {
  sentence: string
  figures: readonly Figure[]
  title: string
  product: string
  chart: LossesOverTime
  stoppedAt: number | null
}

const [width, height, margin] = [1200, 675, 64]
const mostLines = 2

/** Breaks a text into lines that fit; if it is too long, the last line ends in an ellipsis. */
export function linesOf(text: string, fits: (line: string) => boolean, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  const kept = lines.slice(0, most)
  const last = lines.length > most ? `${kept.at(-1)}…` : (kept.at(-1) ?? '')
  const cut = [...last]
  while (cut.length > 1 && !fits(cut.join(''))) cut.splice(-2, 2, '…')
  return [...kept.slice(0, -1), cut.join('')]
}

/** Draws the result of a drill in the page's colors. */
function draw(pen: CanvasRenderingContext2D, { sentence, figures, title, product, chart, stoppedAt }: Pictured): void {
  const look = getComputedStyle(document.documentElement)
  const colour = (name: string) => look.getPropertyValue(name)
  const write = (text: string, x: number, y: number, [size, weight, ink]: [number, number, string]) => {
    pen.font = `${weight} ${size}px ${look.getPropertyValue('--font')}`
    pen.fillStyle = colour(ink)
    pen.fillText(text, x, y)
  }
  const inner = width - 2 * margin
  pen.fillStyle = colour('--surface')
  pen.fillRect(0, 0, width, height)
  pen.font = `600 34px ${colour('--font')}`
  const lines = linesOf(inert(sentence), line => pen.measureText(line).width <= inner, mostLines)
  for (const [place, line] of lines.entries()) write(line, margin, 98 + place * 44, [34, 600, '--text'])
  for (const [place, { title: what, figure, unit, note }] of figures.entries()) {
    const x = margin + (place * inner) / figures.length
    write(what, x, 216, [18, 400, '--text-muted'])
    write(`${figure} ${unit}`, x, 256, [30, 600, '--text'])
    write(note, x, 286, [16, 400, '--text-muted'])
  }
  write(title, margin, 352, [20, 600, '--text'])
  const [top, tall] = [376, 200]
  const drawn: Drawn = {
    x: at => margin + (Math.min(at, chart.end) / chart.end) * inner,
    y: count => top + tall - (count / chart.most) * tall,
  }
  const line = (path: string, ink: string, dashes: number[] = []) => {
    pen.lineWidth = 3
    pen.setLineDash(dashes)
    pen.strokeStyle = colour(ink)
    pen.stroke(new Path2D(path))
  }
  line(stepsThrough(chart.without, chart.end, drawn), '--danger', [6, 6])
  line(stepsThrough(chart.guarded, chart.end, drawn), '--brand')
  if (stoppedAt !== null) line(`M${drawn.x(stoppedAt)} ${top}V${top + tall}`, '--text-muted')
  const stop = stoppedAt === null ? '' : ` Upright line: stopped after ${momentOf(stoppedAt)}.`
  write(
    `Within ${momentOf(chart.end)}. Line: with ${product}. Dashes: without.${stop} A drill, on a copy in memory.`,
    margin,
    620,
    [16, 400, '--text-muted'],
  )
}

/** Downloads the picture as a file. @returns whether it could be drawn */
export async function savePicture(pictured: Pictured): Promise<boolean> {
  await document.fonts.ready
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return false
  draw(pen, pictured)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve))
  if (!blob) return false
  saveFile(blob, 'drill.png')
  return true
}
