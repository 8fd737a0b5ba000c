// Shows the API document in Swagger UI. The viewer keeps the token of the reader only in memory,
// and sends requests only to this server.
const { documentElement } = document
const scheme = documentElement.getAttribute('data-mantine-color-scheme')
documentElement.classList.toggle('dark-mode', scheme === 'dark')

// Wrappers of components of Swagger UI.
const hidden = () => () => null
const changed =
  (change) =>
  (Original, { React }) =>
  (props) =>
    React.createElement(Original, change(props))
const inside =
  (options, ...after) =>
  (Original, { React }) =>
  (props) =>
    React.createElement(
      'div',
      typeof options === 'function' ? options(props) : options,
      React.createElement(Original, props),
      ...after.map(([tag, text]) => React.createElement(tag, { key: text }, text)),
    )
// Sets attributes that a component lacks, after each of its renders.
const marked = (mark) => inside((props) => ({ ref: (element) => element && mark(element, props) }))
const setLabels = (element, selector, label) => {
  for (const part of element.querySelectorAll(selector)) part.setAttribute('aria-label', label)
}
const scrollable = marked((element) =>
  element.querySelector('.microlight')?.setAttribute('tabindex', '0'),
)

// Makes the viewer usable with a keyboard and a screen reader.
const accessible = () => ({
  wrapComponents: {
    // Nada has one server, and one version of the document.
    ServersContainer: hidden,
    VersionStamp: hidden,
    OpenAPIVersion: hidden,
    InfoContainer: inside({ role: 'banner' }, ['h2', 'Referensi API']),
    FilterContainer: inside({ role: 'search' }),
    // Removes the link inside the button that opens a call.
    OperationSummaryPath: changed((props) => ({
      ...props,
      operationProps: props.operationProps.set('isDeepLinkingEnabled', false),
    })),
    // Removes labels that differ from the text of the button.
    Button: changed((props) => ({ ...props, 'aria-label': undefined })),
    JsonSchemaForm: marked((element, { description }) =>
      setLabels(element, 'input, select, textarea', description),
    ),
    RequestBodyEditor: marked((element) => setLabels(element, 'textarea', 'Request body')),
    responses: marked((element, { method, path }) =>
      setLabels(element, '[role=region]', `Responses of ${method} ${path}`),
    ),
    HighlightCode: scrollable,
    curl: scrollable,
    authorizationPopup: marked((element) => {
      const dialog = element.querySelector('.modal-ux')
      dialog.setAttribute('role', 'dialog')
      dialog.setAttribute('aria-label', 'Available authorizations')
      setLabels(dialog, '.close-modal', 'Close dialog')
    }),
  },
})

// oxlint-disable-next-line new-cap -- a function of the library
window.SwaggerUIBundle({
  dom_id: '#docs',
  url: '/api/openapi.json',
  plugins: [accessible],
  // Collapses all calls: the document has several hundred.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  deepLinking: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
  syntaxHighlight: { theme: 'obsidian' },
})
