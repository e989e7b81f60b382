package live

import (
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// mark is a channel that is closed once a stream has come to the end of a cell; key is the stream's name and the mark.
func (p *process) mark(key string) chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.marks[key] == nil {
		p.marks[key] = make(chan struct{})
	}
	return p.marks[key]
}

// stream is one of the host's standard streams.
type stream struct {
	sync.Mutex // held while what was read is passed on
	name       string
	file       *os.File
	line       string // of the standard error: the end of what was passed on that is not a whole line
}

// read passes the text of a stream on, without the marks of cells' ends.
func (p *process) read(r *stream, output func(stream, text string)) {
	defer r.file.Close()
	var rest []byte
	chunk := make([]byte, 64<<10)
	for {
		n, err := readLocked(r, chunk, func(fresh []byte) {
			if rest = p.pass(r.name, string(append(rest, fresh...)), output); r.name == "stderr" {
				p.deathIn(r, string(fresh))
			}
		})
		if err != nil || n == 0 {
			break
		}
	}
	if r.name == "stderr" {
		p.deathIn(r, "\n")
	}
	if len(rest) > 0 {
		output(r.name, strings.ToValidUTF8(string(rest), "\uFFFD"))
	}
}

// quietLimit bounds how long what is displayed waits for what was printed before it.
const quietLimit = 200 * time.Millisecond

// quiet waits until all that was printed so far is passed on, so that a notebook shows it in its order.
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

// fatalLine is what the runtime says of what it cannot survive: a stack that overflows, maps written at once.
// Before it can stand the mark of a cell's end.
var fatalLine = regexp.MustCompile(`(?m)(?:^|\x00)(fatal error: .*)\n`)

// deathIn looks for the runtime's words among what the standard error goes on with. The runtime writes them in pieces: a
// line is read once it is whole.
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

// lineLimit bounds what is kept of a line without an end, in bytes.
const lineLimit = 4096

// pass passes on what is whole, and returns the rest.
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
		close(p.mark(stream + text[from:from+end+2]))
		text = text[from+end+2:]
	}
	whole := wholeText(text)
	if whole > 0 {
		output(stream, strings.ToValidUTF8(text[:whole], "\uFFFD"))
	}
	return []byte(text[whole:])
}

// wholeText is where a text can be cut: not within a mark, nor within a character.
func wholeText(text string) int {
	if at := strings.LastIndexByte(text, 0); at >= 0 && len(text)-at < 32 {
		return at
	}
	for n := 1; n <= 3 && n <= len(text); n++ {
		if b := text[len(text)-n]; b >= 0xC0 { // begins a character of several bytes
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
