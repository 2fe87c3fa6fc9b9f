package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

type object = map[string]any

// request has the keys of every request; those of other types are empty.
type request struct {
	Type    string
	Profile struct {
		TextFields           []struct{ Name, Match string }
		NumericFields        []string
		Folding, Trim, Terms string
		Empty                string
		Scope                struct {
			Facet    string
			AllTitle *string
		}
	}
	Schema struct {
		Columns []struct {
			Name   string
			Values []string
		}
	}
	Rows   string
	ID     int64
	Text   string
	Tokens []struct{ Facet, Value string }
	Scope  *string
	Want   string
	Repeat int
}

// decline is the reason why a request is skipped.
type decline string

func (reason decline) Error() string { return string(reason) }

func reply(line []byte) object {
	var request request
	if err := json.Unmarshal(line, &request); err != nil {
		return object{"type": "error", "error": err.Error()}
	}
	reply, err := answer(request)
	var reason decline
	if errors.As(err, &reason) {
		reply = object{"skipped": reason}
	} else if err != nil {
		return object{"type": "error", "error": err.Error()}
	}
	reply["type"] = request.Type
	if request.Type == "query" {
		reply["id"] = request.ID
	}
	return reply
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "--version" {
		fmt.Println("1.0")
		return
	}
	input, output := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		reply := reply(line)
		output.Encode(reply)
		if reply["type"] == "bye" {
			return
		}
	}
}
