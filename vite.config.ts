import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routesDirectory: 'src/routes', generatedRouteTree: 'src/routeTree.gen.ts', quoteStyle: 'single', semicolons: false }),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
  ],
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  build: { target: 'es2023', modulePreload: { polyfill: false } },
})
