package message_test

import (
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Order the process to change its working directory, and read its answer. Each message is a line of JSON.
func ExampleOrder() {
	order := message.Order{ID: 7, Do: message.Arrange, Change: message.Change{Dir: "data"}}
	line, err := json.Marshal(order)
	check(err)
	fmt.Println(string(line))

	answers := json.NewDecoder(strings.NewReader(`{"id":7,"end":"done","surroundings":{"dir":"/home/ann/data"}}` + "\n"))
	var answer message.Answer
	check(answers.Decode(&answer))
	fmt.Println(answer.ID == order.ID, answer.End == message.Done, answer.Surroundings.Dir)
	// Output:
	// {"id":7,"do":"arrange","change":{"dir":"data"}}
	// true true /home/ann/data
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
