import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fromContracts } from './from-contracts.ts'
import { layerOrder, pageStyles } from './web/built-styles.ts'
import { chunks } from './web/chunks.ts'
import { pageFiles } from './web/page-files.ts'
import { precompress } from './web/precompress.ts'
import { prerender } from './web/prerender.ts'
import { routes } from './web/routes.ts'

const web = join(import.meta.dirname, 'web')

/** Whatever is not a page. */
const product = process.env['API_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  root: web,
  plugins: [
    tanstackRouter({ ...routes, autoCodeSplitting: true }),
    react(),
    pageStyles(),
    fromContracts(),
    layerOrder(),
    pageFiles(),
    prerender(join(import.meta.dirname, 'dist/web')),
    precompress(join(import.meta.dirname, 'dist/web'), join(import.meta.dirname, 'node_modules/.cache/compressed')),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Our CSP allows fonts and scripts from our own origin only.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: chunks,
  },
  server: { proxy: { '/api': product, '/emoji': product } },
})
