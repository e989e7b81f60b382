package stateful

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// mark returns a channel that is closed once a stream has reached the end of a cell. The key is the stream's name followed by the mark.
func (p *process) mark(key string) chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.marks[key] == nil {
		p.marks[key] = make(chan struct{})
	}
	return p.marks[key]
}

// reach closes the channel of a mark. A cell can print the text of a mark too, even twice.
func (p *process) reach(key string) {
	reached := p.mark(key)
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-reached:
	default:
		close(reached)
	}
}

// stream is one of the host's standard streams.
type stream struct {
	sync.Mutex // held while the text is passed on
	name       string
	file       *os.File
	line       string // for stderr: the last incomplete line that was passed on
}

// read passes the text of a stream on, without the marks that end cells.
func (p *process) read(r *stream, output func(stream, text string)) {
	defer r.file.Close()
	var rest []byte
	chunk := make([]byte, 64<<10)
	for left := -1; left != 0; { // bytes that the ended process left in the pipe, -1 while it runs
		n, err := readLocked(r, chunk, func(fresh []byte) {
			if rest = p.pass(r.name, string(append(rest, fresh...)), output); r.name == "stderr" {
				p.deathIn(r, string(fresh))
			}
		})
		if left < 0 && errors.Is(err, os.ErrDeadlineExceeded) && r.file.SetReadDeadline(time.Time{}) == nil {
			left = unread(r.file)
			continue
		}
		if err != nil || n == 0 {
			break
		}
		if left > 0 {
			left = max(left-n, 0)
		}
	}
	if r.name == "stderr" {
		p.deathIn(r, "\n")
	}
	if len(rest) > 0 {
		output(r.name, strings.ToValidUTF8(string(rest), "\uFFFD"))
	}
}

// finish makes read stop after it has read what an ended process left in the stream. A program that the process started may keep the stream
// open.
func (r *stream) finish() { _ = r.file.SetReadDeadline(time.Unix(1, 0)) } // fails only if it is closed

// quietLimit is the longest time that displayed data waits for text that was printed before it.
const quietLimit = 200 * time.Millisecond

// quiet waits until all printed text is passed on, so the notebook shows text and figures in order.
func (p *process) quiet() {
	for end := time.Now().Add(quietLimit); time.Now().Before(end); time.Sleep(50 * time.Microsecond) {
		left := 0
		for _, s := range p.streams {
			s.Lock()
			left += unread(s.file)
			s.Unlock()
		}
		if left == 0 {
			return
		}
	}
}

// fatalLine matches the runtime's message about a fatal error, such as a stack overflow or concurrent map writes. The mark that ends a cell
// may precede the message.
var fatalLine = regexp.MustCompile(`(?m)(?:^|\x00)(fatal error: .*)\n`)

// deathIn searches new text of the standard error for the runtime's fatal message. The runtime writes it in pieces, so lines are matched
// once they are complete.
func (p *process) deathIn(s *stream, more string) {
	s.line += more
	if m := fatalLine.FindStringSubmatch(s.line); m != nil {
		p.fatal.CompareAndSwap(nil, &m[1])
	}
	s.line = s.line[strings.LastIndexByte(s.line, '\n')+1:]
	if len(s.line) > lineLimit {
		s.line = s.line[:lineLimit]
	}
}

// lineLimit is the number of bytes that are kept of an incomplete line.
const lineLimit = 4096

// pass passes complete text on, and returns the rest.
func (p *process) pass(stream, text string, output func(stream, text string)) []byte {
	for {
		from := strings.Index(text, "\x00igbolab:")
		if from < 0 {
			break
		}
		end := strings.IndexByte(text[from+1:], 0)
		if end < 0 {
			break
		}
		if from > 0 {
			output(stream, strings.ToValidUTF8(text[:from], "\uFFFD"))
		}
		p.reach(stream + text[from:from+end+2])
		text = text[from+end+2:]
	}
	whole := wholeText(text)
	if whole > 0 {
		output(stream, strings.ToValidUTF8(text[:whole], "\uFFFD"))
	}
	return []byte(text[whole:])
}

// wholeText returns the position at which a text can be cut without splitting a mark or a character.
func wholeText(text string) int {
	if at := strings.LastIndexByte(text, 0); at >= 0 && len(text)-at < 32 {
		return at
	}
	for n := 1; n <= 3 && n <= len(text); n++ {
		if b := text[len(text)-n]; b >= 0xC0 { // the first byte of a multi-byte character
			need := 2
			if b >= 0xF0 {
				need = 4
			} else if b >= 0xE0 {
				need = 3
			}
			if n < need {
				return len(text) - n
			}
			break
		}
	}
	return len(text)
}
