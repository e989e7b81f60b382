package inline

import (
	"errors"
	"fmt"
	"slices"
)

// Select shows a figure that follows a choice from a list of words, such as the columns of a table.
// It works like [Slider], and shows [Choices] where live widgets are not available.
//
//	err := inline.Select("target", table.Names(), importance)
func Select(label string, words []string, draw func(word string) (Figure, error), opts ...FrameOption) error {
	f, err := newChoices(label, words, draw, opts)
	if err != nil {
		return err
	}
	return f.present()
}

// Choices draws the figure for every word in advance and returns the set, like [Frames]. The first
// word is shown first. For [StartAt], a word's value is its index. Choices returns an error if there
// are no words, a word is empty or repeated, or a figure cannot be drawn.
func Choices(label string, words []string, draw func(word string) (Figure, error), opts ...FrameOption) (*FrameSet, error) {
	f, err := newChoices(label, words, draw, opts)
	if err != nil {
		return nil, err
	}
	return f, f.render()
}

// newChoices returns a FrameSet whose figures are not drawn yet.
func newChoices(label string, words []string, draw func(word string) (Figure, error), opts []FrameOption) (*FrameSet, error) {
	if draw == nil {
		return nil, errors.New("inline: Choices: the drawing function is nil")
	}
	places := make([]float64, len(words))
	for i, word := range words {
		places[i] = float64(i)
		if word == "" {
			return nil, fmt.Errorf("inline: Choices: word %d must not be empty", i)
		}
		if slices.Contains(words[:i], word) {
			return nil, fmt.Errorf("inline: Choices: word %d, %q, occurs twice; words must be different", i, word)
		}
	}
	at := func(i float64) (Figure, error) { return draw(words[int(i)]) }
	start, err := checkFrames("Choices", places, at, append([]FrameOption{StartAt(0)}, opts...))
	if err != nil {
		return nil, err
	}
	f := &FrameSet{label: label, texts: slices.Clone(words), words: true, start: start}
	f.draw = func(i int) (Figure, error) { return draw(words[i]) }
	return f, nil
}
