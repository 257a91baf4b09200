// JSON with comments cut into coloured pieces, line by line, for the view of a source. It only colours: what is wrong
// with a text is the reader's to say, so that anything it does not know stays plain.

export type PieceKind = 'plain' | 'key' | 'string' | 'figure' | 'word' | 'comment'

export interface Piece {
  readonly text: string
  readonly kind: PieceKind
}

const TOKEN =
  /(\/\/.*)|(\/\*.*?\*\/)|(\/\*.*)|("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g

function pushPiece(pieces: Piece[], text: string, kind: PieceKind): void {
  if (text !== '') pieces.push({ text, kind })
}

function splitLine(line: string, startsInComment: boolean): { pieces: Piece[]; endsInComment: boolean } {
  const pieces: Piece[] = []
  let at = 0
  if (startsInComment) {
    const end = line.indexOf('*/')
    if (end < 0) return { pieces: [{ text: line, kind: 'comment' }], endsInComment: true }
    at = end + 2
    pushPiece(pieces, line.slice(0, at), 'comment')
  }
  const rest = line.slice(at)
  let endsInComment = false
  let last = 0
  for (const match of rest.matchAll(TOKEN)) {
    const [text, lineComment, blockComment, openComment, string, colon, number] = match
    pushPiece(pieces, rest.slice(last, match.index), 'plain')
    last = match.index + text.length
    if (lineComment !== undefined || blockComment !== undefined) pushPiece(pieces, text, 'comment')
    else if (openComment !== undefined) {
      pushPiece(pieces, text, 'comment')
      endsInComment = true
    } else if (string !== undefined) {
      pushPiece(pieces, string, colon === undefined ? 'string' : 'key')
      pushPiece(pieces, colon ?? '', 'plain')
    } else pushPiece(pieces, text, number === undefined ? 'word' : 'figure')
  }
  pushPiece(pieces, rest.slice(last), 'plain')
  return { pieces, endsInComment }
}

/** Lines of a text; joining the pieces of a line gives the line back. */
export function splitJsonLines(text: string): Piece[][] {
  let inComment = false
  return text.split(/\r?\n/).map((line) => {
    const { pieces, endsInComment } = splitLine(line, inComment)
    inComment = endsInComment
    return pieces
  })
}
