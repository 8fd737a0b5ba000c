// Shows the API document in Swagger UI. The viewer keeps the token of the reader only in memory,
// and sends requests only to this server.
const { documentElement } = document
const scheme = documentElement.getAttribute('data-mantine-color-scheme')
documentElement.classList.toggle('dark-mode', scheme === 'dark')
// oxlint-disable-next-line new-cap -- a function of the library
window.SwaggerUIBundle({
  dom_id: '#docs',
  url: '/api/openapi.json',
  // Collapses all calls: the document has several hundred.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  deepLinking: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
