package stateful

import (
	"context"
	"errors"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// ErrEnded is returned if the process has ended.
var ErrEnded = errors.New("stateful: the process of stateful cells has ended")

// request sends an order that runs no cell, and returns its answer. It returns [ErrEnded] or the error of the context if no answer comes.
func (s *Session) request(ctx context.Context, o message.Order) (message.Answer, error) {
	p := s.alive()
	if p == nil {
		return message.Answer{}, ErrEnded
	}
	s.orders++
	o.ID = s.orders
	if p.tell(o) != nil { // nobody reads orders any more
		return message.Answer{}, ErrEnded
	}
	for {
		select {
		case a := <-p.answers:
			if a.ID == o.ID {
				return a, nil
			}
		case <-p.ended:
			return message.Answer{}, ErrEnded
		case <-ctx.Done():
			return message.Answer{}, ctx.Err()
		}
	}
}
